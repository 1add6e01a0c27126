//! One turn: what is known of it, and how an event changes that.

use core::fmt;

use crate::chess::moves::{LegalMoves, Move, can_mate};
use crate::chess::piece::{Color, Role};
use crate::chess::square::{Square, SquareSet};
use crate::event::Event;
use crate::facts::{Facts, Fixed, NewPiece, Whereabouts};
use crate::law::case::Case;
use crate::law::completed::{Pressed, pressed};
use crate::law::released::let_go;
use crate::law::rulebooks::{Decision, Rulebook};
use crate::law::shown::{Shown, corrected, ends_of, shown, shows};
use crate::law::touched::decide;
use crate::law::verdict::{allowed, made_move};
use crate::pack::{pack_code, pack_fields};
use crate::ruling::{Allowed, Claim, Infraction, Penalty, Readings};

/// The kind of play, on which a penalty depends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Play {
    /// Standard time control.
    #[default]
    Standard = 0,
    /// Rapid chess.
    Rapid = 1,
    /// Blitz.
    Blitz = 2,
}

pack_code!(Play);

impl Play {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Rapid, Self::Blitz];
}

/// What changes while a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What is known of it.
    pub facts: Facts,
    /// The text to judge by.
    pub rules: Rulebook,
    /// The kind of play.
    pub play: Play,
    /// Penalised offences completed so far, by colour.
    pub offences: [u8; 2],
    /// How it ended, if it has.
    pub closed: Option<Closed>,
}

pack_fields! {
    Turn {
        facts: Facts,
        rules: Rulebook,
        play: Play,
        offences: [u8; 2],
        closed: Option<Closed>,
    }
}

/// A turn that is over. The rulings speak of it until the next event opens the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The move that ended it.
    pub played: Move,
    /// The first touch of the next turn, if the opponent has made it.
    pub touched: Option<Square>,
}

pack_fields!(Closed { played: Move, touched: Option<Square> });

/// An event that cannot have happened. The machine is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// No piece stands on this square, and none stood there when the turn began.
    NoPiece(Square),
    /// A group of pieces touched together holds none.
    EmptyGroup,
    /// No pawn becomes this.
    NoPromotion(Role),
}

impl Misuse {
    /// The name in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoPiece(_) => "no_piece",
            Self::EmptyGroup => "empty_group",
            Self::NoPromotion(_) => "no_promotion",
        }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::EmptyGroup => f.write_str("a group of touched pieces names none"),
            Self::NoPromotion(role) => {
                write!(f, "a pawn cannot become a {}", role.letter().to_ascii_uppercase())
            }
        }
    }
}

impl core::error::Error for Misuse {}

impl Turn {
    /// A turn in which nothing has happened.
    #[must_use]
    pub fn new(rules: Rulebook) -> Self {
        Self {
            facts: Facts::default(),
            rules,
            play: Play::Standard,
            offences: [0; 2],
            closed: None,
        }
    }

    /// The next turn as it opens. If the opponent's touch ended this one, it is his first.
    #[must_use]
    pub fn next(&self) -> Self {
        let mut next = Self { facts: Facts::default(), closed: None, ..*self };
        if let Some(square) = self.closed.and_then(|closed| closed.touched) {
            next.facts.touches.touch(square.set());
        }
        next
    }

    /// Whether an event still speaks of this turn, which is over, and not of the next.
    #[must_use]
    pub fn is_spoken_of(&self, event: Event) -> bool {
        match event {
            Event::Claimed | Event::ArbiterSaw => true,
            Event::OpponentTouched(_) => self.closed.is_some_and(|closed| closed.touched.is_none()),
            _ => false,
        }
    }

    /// The event with every piece named by where it stood when the turn began. What the opponent
    /// touches is named by where it stands now, and so is a new piece that is taken off.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened.
    pub fn resolve(&self, event: Event, moves: &LegalMoves<'_>) -> Result<Event, Misuse> {
        let named = |square: Square| self.named(square, moves).ok_or(Misuse::NoPiece(square));
        Ok(match event {
            Event::Touched(square) => {
                let again = || self.ordered(moves, |_| true).ok_or(Misuse::NoPiece(square));
                Event::Touched(named(square).or_else(|_| again())?)
            }
            Event::TouchedTogether(SquareSet::EMPTY) => return Err(Misuse::EmptyGroup),
            Event::TouchedTogether(squares) => {
                let mut group = SquareSet::EMPTY;
                for square in squares {
                    group.insert(named(square)?);
                }
                Event::TouchedTogether(group)
            }
            Event::Released(from, to) => {
                let put_back = || self.ordered(moves, |end| end == Whereabouts::On(to));
                let piece =
                    self.named(from, moves).or_else(put_back).ok_or(Misuse::NoPiece(from))?;
                Event::Released(piece, to)
            }
            Event::Removed(square) if self.takes_new_piece_off(square, moves) => event,
            Event::Removed(square) => Event::Removed(self.on_board(named(square)?, moves)?),
            Event::Adjusted(square) => Event::Adjusted(named(square)?),
            Event::Brushed(square) => Event::Brushed(named(square)?),
            Event::PromotionTouched(role, _) | Event::PromotionReleased(role, _)
                if !Role::PROMOTIONS.contains(&role) =>
            {
                return Err(Misuse::NoPromotion(role));
            }
            Event::OpponentTouched(square) => {
                let closed = self.closed.map(|closed| closed.played);
                match closed.or_else(|| self.standing_move(&self.case(moves))) {
                    Some(played) => moves.position().play(played).piece_at(square).map(|_| event),
                    None => self.named(square, moves).map(|_| event),
                }
                .ok_or(Misuse::NoPiece(square))?
            }
            Event::PromotionTouched(..)
            | Event::PromotionReleased(..)
            | Event::BothHands
            | Event::ClockPressed
            | Event::Claimed
            | Event::ArbiterSaw => event,
        })
    }

    /// The piece that stood or stands on a square; the new piece of a promotion is the pawn that it
    /// took the place of.
    fn named(&self, square: Square, moves: &LegalMoves<'_>) -> Option<Square> {
        let piece = self.facts.board.named(moves.position(), square);
        let on_board =
            |&piece: &Square| self.facts.board.of(moves.position(), piece) != Whereabouts::Off;
        let new_piece = self.facts.new_piece.filter(|new| new.let_go && new.square == square);
        let exchanged = match self.facts.fixed {
            Some(Fixed::Step(pawn, _)) => new_piece.and(Some(pawn)),
            _ => None,
        };
        piece.filter(on_board).or(exchanged).or(piece)
    }

    /// The piece of the move made that the arbiter has ordered to such a place: it may still stand
    /// where it was left.
    fn ordered(
        &self,
        moves: &LegalMoves<'_>,
        place: impl Fn(Whereabouts) -> bool,
    ) -> Option<Square> {
        let made = self.facts.fixed.filter(|_| self.facts.made && self.facts.restored)?;
        ends_of(&self.case(moves), made).find(|&(_, end)| place(end)).map(|(piece, _)| piece)
    }

    /// Whether taking off what stands on this square means the new piece of a promotion.
    fn takes_new_piece_off(&self, square: Square, moves: &LegalMoves<'_>) -> bool {
        self.facts.new_piece.is_some_and(|new| new.square == square)
            && self.facts.board.standing(moves.position(), square).is_none()
    }

    fn on_board(&self, piece: Square, moves: &LegalMoves<'_>) -> Result<Square, Misuse> {
        match self.facts.board.of(moves.position(), piece) {
            Whereabouts::On(_) => Ok(piece),
            Whereabouts::Off => Err(Misuse::NoPiece(piece)),
        }
    }

    /// Folds an event, its pieces resolved, into the facts.
    pub fn fold(&mut self, event: Event, moves: &LegalMoves<'_>) {
        match event {
            Event::ClockPressed => self.press_clock(moves),
            Event::OpponentTouched(square) => self.opponent_touched(square, moves),
            Event::Claimed => self.facts.claim = Some(self.answer_claim()),
            Event::ArbiterSaw => self.arbiter_saw(moves),
            _ => {
                let moved = self.anything_moved();
                self.go_on();
                self.fold_own(event, moves);
                if self.facts.both_hands && moved && !self.anything_moved() {
                    self.correct_hands();
                }
                self.update(moves);
            }
        }
    }

    /// The events of the player whose turn it is, but for the clock.
    fn fold_own(&mut self, event: Event, moves: &LegalMoves<'_>) {
        match event {
            Event::Touched(piece) => self.touch(piece.set(), moves),
            Event::TouchedTogether(pieces) => self.touch(pieces, moves),
            Event::Released(piece, to) => self.release(piece, to, moves),
            Event::Removed(square) if self.takes_new_piece_off(square, moves) => {
                self.facts.new_piece = None;
            }
            Event::Removed(piece) => {
                self.touch(piece.set(), moves);
                self.facts.board.put(moves.position(), piece, Whereabouts::Off);
            }
            Event::Adjusted(_) => self.facts.adjusted = true,
            Event::Brushed(_) => self.facts.brushed = true,
            Event::PromotionTouched(role, square) => self.new_piece(role, square, false, moves),
            Event::PromotionReleased(role, square) => self.new_piece(role, square, true, moves),
            Event::BothHands => {
                self.facts.both_hands = true;
                if self.rules.decides(Decision::BothHands) {
                    self.facts.breaches.insert(Infraction::BothHands);
                }
            }
            Event::ClockPressed
            | Event::OpponentTouched(_)
            | Event::Claimed
            | Event::ArbiterSaw => {}
        }
    }

    /// The player goes on after the clock, an early touch of the opponent or a claim: what was
    /// answered stands no more, and neither do two hands that were answered with it.
    fn go_on(&mut self) {
        if let Some((kind, _)) = self.facts.answered.take() {
            self.facts.breaches.remove(kind);
        }
        if !self.facts.both_hands {
            self.facts.breaches.remove(Infraction::BothHands);
        }
        self.facts.claim = None;
        self.facts.clock_pressed = false;
    }

    fn touch(&mut self, group: SquareSet, moves: &LegalMoves<'_>) {
        // A promotion chosen is final: a touch that would leave no move changes nothing.
        if self.facts.promotion.is_none_or(|choice| self.leaves_a_move(group, choice, moves)) {
            self.facts.touches.touch(group);
        }
        if let Some(Fixed::KingOrCastling(_, wing)) = self.facts.fixed {
            let rook = moves.position().castling_rook(moves.position().turn(), wing);
            if rook.is_some_and(|rook| self.facts.touches.all().contains(rook)) {
                self.facts.fixed = Some(Fixed::Castling(wing));
            }
        }
    }

    /// Whether a touch leaves a move that promotes as chosen.
    fn leaves_a_move(
        &self,
        group: SquareSet,
        choice: (Square, Role),
        moves: &LegalMoves<'_>,
    ) -> bool {
        let mut touches = self.facts.touches;
        touches.touch(group);
        let case = Case { touches: touches.touched(), ..self.case(moves) };
        let chosen = Allowed { promotion: Some(choice), ..decide(&case).allowed };
        !chosen.is_empty(moves)
    }

    fn release(&mut self, piece: Square, to: Square, moves: &LegalMoves<'_>) {
        if self.release_new_piece(piece, to, moves) {
            return;
        }
        self.touch(piece.set(), moves);
        let taken =
            self.facts.board.standing(moves.position(), to).filter(|&other| {
                other != piece && is_enemy(other, moves) != is_enemy(piece, moves)
            });
        if let Some(victim) = taken.filter(|_| !is_enemy(piece, moves)) {
            self.touch(victim.set(), moves);
        }
        let case = self.case(moves);
        let allowed_now = allowed(&case, &self.facts);
        let outcome = let_go(&case, &self.facts, &allowed_now, piece, to);
        if let Some(victim) = taken {
            self.facts.board.put(moves.position(), victim, Whereabouts::Off);
        }
        self.facts.board.put(moves.position(), piece, Whereabouts::On(to));
        self.facts.let_go = true;
        self.facts.fixed = outcome.fixed.or(self.facts.fixed);
        self.facts.readings = self.facts.readings.and(outcome.readings);
        if let Some(rook) = outcome.touched {
            self.touch(rook.set(), moves);
        }
        if let Some(breach) = outcome.breach {
            self.facts.breaches.insert(breach);
        }
    }

    /// The new piece of a promotion, let go before, is put on a square; false if it is not meant.
    fn release_new_piece(&mut self, pawn: Square, to: Square, moves: &LegalMoves<'_>) -> bool {
        let exchanged = self.facts.board.of(moves.position(), pawn) == Whereabouts::Off;
        match (self.facts.fixed, &mut self.facts.new_piece) {
            (Some(Fixed::Step(from, end)), Some(new))
                if exchanged && from == pawn && new.let_go =>
            {
                new.square = to;
                if to != end {
                    self.facts.breaches.insert(Infraction::MovedAgain);
                }
                true
            }
            _ => false,
        }
    }

    /// A new piece touches a square, or is let go on it.
    fn new_piece(&mut self, role: Role, square: Square, let_go: bool, moves: &LegalMoves<'_>) {
        let fits = self.may_promote(role, square, moves);
        if fits && (let_go || self.rules.decides(Decision::PromotionOnTouch)) {
            self.facts.promotion = Some((square, role));
        }
        // A new piece that stands on the board stays known while another only touches it.
        if let_go || self.facts.new_piece.is_none_or(|new| !new.let_go) {
            self.facts.new_piece = Some(NewPiece { role, square, let_go });
        }
        if let_go {
            self.facts.let_go = true;
            if let Some(under) = self.facts.board.standing(moves.position(), square) {
                self.facts.board.put(moves.position(), under, Whereabouts::Off);
            }
            if !fits {
                self.facts.breaches.insert(self.stray_promotion(role, square, moves));
            }
        }
    }

    /// Whether a promotion on this square to this role is allowed. A choice once made is final.
    fn may_promote(&self, role: Role, square: Square, moves: &LegalMoves<'_>) -> bool {
        let allowed_now = allowed(&self.case(moves), &self.facts);
        let chosen = Allowed { promotion: Some((square, role)), ..allowed_now };
        self.facts.promotion.is_none_or(|choice| choice == (square, role))
            && !chosen.is_empty(moves)
    }

    /// The breach of a new piece let go where the player may not promote to it.
    fn stray_promotion(&self, role: Role, square: Square, moves: &LegalMoves<'_>) -> Infraction {
        let legal = Allowed { promotion: Some((square, role)), ..Allowed::moves_of(moves.own()) };
        match (self.facts.fixed, legal.is_empty(moves)) {
            (Some(_), _) => Infraction::MovedAgain,
            (None, false) => Infraction::TouchMove,
            (None, true) => Infraction::IllegalMove,
        }
    }

    /// Whether the board differs from where the turn began.
    fn anything_moved(&self) -> bool {
        let new_piece = self.facts.new_piece.is_some_and(|new| new.let_go);
        new_piece || !self.facts.board.displaced().is_empty()
    }

    /// Everything was put back to make the move with one hand.
    fn correct_hands(&mut self) {
        self.facts.both_hands = false;
        self.facts.breaches.remove(Infraction::BothHands);
        self.facts.made = false;
        self.facts.game_end = None;
        self.facts.let_go = false;
    }

    /// What follows for the whole board once a piece has been moved on it.
    fn update(&mut self, moves: &LegalMoves<'_>) {
        let new_piece_let_go = self.facts.new_piece.is_some_and(|new| new.let_go);
        if self.facts.fixed.is_none() && self.facts.promotion.is_some() && new_piece_let_go {
            self.facts.fixed = match allowed(&self.case(moves), &self.facts).only(moves) {
                Some(Move::Normal { from, to, .. }) => Some(Fixed::Step(from, to)),
                _ => None,
            };
        }
        let shown = |fixed| shows(&self.case(moves), &self.facts, fixed);
        if !self.facts.made && self.facts.fixed.is_some_and(shown) {
            self.make(moves);
        }
        if !self.facts.breaches.is_empty() && corrected(&self.case(moves), &self.facts) {
            for kind in LET_GO_BREACHES {
                self.facts.breaches.remove(kind);
            }
            if self.facts.fixed.is_none() {
                self.facts.readings = Readings::NONE;
            }
        }
    }

    /// The fixed move is made.
    fn make(&mut self, moves: &LegalMoves<'_>) {
        self.facts.made = true;
        if let Some(made) = made_move(&self.facts) {
            self.facts.game_end = LegalMoves::new(&moves.position().play(made)).game_end();
        }
    }

    fn press_clock(&mut self, moves: &LegalMoves<'_>) {
        self.go_on();
        self.facts.clock_pressed = true;
        let case = self.case(moves);
        match pressed(&case, &self.facts, &allowed(&case, &self.facts)) {
            Pressed::Completes(played) => self.close(played, None, moves),
            Pressed::CompletesPenalised(played, breach) => {
                self.close(played, None, moves);
                self.penalise(breach, moves);
            }
            Pressed::Penalised(breach, restores) => {
                self.penalise(breach, moves);
                if restores {
                    self.restore(moves);
                    for kind in LET_GO_BREACHES.into_iter().filter(|&kind| kind != breach) {
                        self.facts.breaches.remove(kind);
                    }
                }
            }
            Pressed::Stands(breach) => self.facts.breaches.insert(breach),
        }
    }

    /// The turn is over. The answers still speak of it.
    fn close(&mut self, played: Move, touched: Option<Square>, moves: &LegalMoves<'_>) {
        self.facts.fixed = Some(Fixed::from(played));
        if let Move::Normal { to, promotion, .. } = played {
            self.facts.promotion = promotion.map(|role| (to, role));
        }
        if !self.facts.made {
            self.make(moves);
        }
        self.closed = Some(Closed { played, touched });
    }

    /// Two faults in one move count once: two hands that had a part in it are answered as well.
    fn penalise(&mut self, breach: Infraction, moves: &LegalMoves<'_>) {
        self.facts.breaches.insert(breach);
        self.facts.both_hands = false;
        let penalty = self.rules.fixes_penalties().then(|| self.penalty(moves));
        self.facts.answered = Some((breach, penalty));
    }

    /// What a further offence of the player costs. Whether the opponent can mate is judged in the
    /// position that stands: after the move, if one is made.
    fn penalty(&mut self, moves: &LegalMoves<'_>) -> Penalty {
        let player = moves.position().turn();
        let made = made_move(&self.facts);
        let stands = made.map_or(*moves.position(), |played| moves.position().play(played));
        let [white, black] = &mut self.offences;
        let count = if player == Color::White { white } else { black };
        *count = count.saturating_add(1);
        match (*count, self.play) {
            (0 | 1, Play::Standard) => Penalty::TwoMinutes,
            (0 | 1, Play::Rapid | Play::Blitz) => Penalty::OneMinute,
            _ if can_mate(&stands, player.opposite()) => Penalty::GameLost,
            _ => Penalty::Draw,
        }
    }

    /// The arbiter orders the pieces back: where the turn began or, if a move has been made, where
    /// it put them.
    fn restore(&mut self, moves: &LegalMoves<'_>) {
        let mut board = self.facts.board;
        board.restore();
        self.facts.restored = true;
        self.facts.new_piece = None;
        if let Some(fixed) = self.facts.fixed.filter(|_| self.facts.made) {
            for (piece, end) in ends_of(&self.case(moves), fixed) {
                board.put(moves.position(), piece, end);
            }
            self.facts.new_piece =
                self.facts.promotion.map(|(square, role)| NewPiece { role, square, let_go: true });
        }
        self.facts.board = board;
    }

    fn opponent_touched(&mut self, square: Square, moves: &LegalMoves<'_>) {
        if let Some(closed) = &mut self.closed {
            closed.touched = Some(square);
            return;
        }
        let case = self.case(moves);
        match self.standing_move(&case) {
            Some(played) if allowed(&case, &self.facts).contains(moves, played) => {
                self.facts.ended_by_touch = true;
                self.close(played, Some(square), moves);
            }
            // A castling begun can look like a move of the king or of the rook alone.
            Some(_) if self.is_under_way(&case) => {}
            Some(played) => {
                self.facts.claim_lost = Some(played);
                self.closed = Some(Closed { played, touched: Some(square) });
            }
            None if !self.facts.let_go && !self.facts.clock_pressed => {
                self.facts.breaches.insert(Infraction::TouchedOutOfTurn);
                self.facts.answered = Some((Infraction::TouchedOutOfTurn, None));
            }
            None => {}
        }
    }

    /// Whether the player is carrying out the fixed move, and no breach of what was let go stands.
    fn is_under_way(&self, case: &Case<'_>) -> bool {
        let breaches = self.facts.breaches;
        self.facts.fixed.is_some()
            && corrected(case, &self.facts)
            && !LET_GO_BREACHES.into_iter().any(|kind| breaches.contains(kind))
    }

    /// The legal move whose result the board shows.
    fn standing_move(&self, case: &Case<'_>) -> Option<Move> {
        match shown(case, &self.facts) {
            Shown::Move(played) => Some(played),
            _ => None,
        }
    }

    fn answer_claim(&self) -> Claim {
        let mut breaches = self.facts.breaches;
        breaches.remove(Infraction::TouchedOutOfTurn);
        if self.closed.is_some_and(|closed| closed.touched.is_some()) {
            Claim::TooLate
        } else if breaches.is_empty() {
            Claim::Unfounded
        } else {
            Claim::Upheld
        }
    }

    /// The arbiter who saw the breach himself is not bound by a lost claim: the turn goes on.
    fn arbiter_saw(&mut self, moves: &LegalMoves<'_>) {
        self.facts.claim = None;
        if self.facts.claim_lost.take().is_some() {
            self.closed = None;
            self.restore(moves);
            self.update(moves);
        }
    }

    /// What is judged.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn case<'c>(&'c self, moves: &'c LegalMoves<'c>) -> Case<'c> {
        Case { moves, touches: self.facts.touches.touched(), rules: self.rules }
    }
}

fn is_enemy(piece: Square, moves: &LegalMoves<'_>) -> bool {
    !moves.own().contains(piece)
}

/// The breaches by which a piece was let go; they are corrected by putting it back.
const LET_GO_BREACHES: [Infraction; 6] = [
    Infraction::IllegalMove,
    Infraction::IllegalCastling,
    Infraction::TouchMove,
    Infraction::MovedAgain,
    Infraction::CastledRookFirst,
    Infraction::RookMisplaced,
];
