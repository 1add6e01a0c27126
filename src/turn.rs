//! One turn: what is known of it, and how an event changes that.

use core::fmt;

use crate::chess::moves::{LegalMoves, Move, can_mate};
use crate::chess::piece::{Color, Role};
use crate::chess::square::{Square, SquareSet};
use crate::event::Event;
use crate::facts::{Facts, Fixed, NewPiece, Whereabouts};
use crate::law::case::Case;
use crate::law::completed::pressed;
use crate::law::released::let_go;
use crate::law::rulebooks::{Decision, Rulebook};
use crate::law::shown::{Shown, corrected, ends_of, shown, shows};
use crate::law::touched::decide;
use crate::law::verdict::{found, made_move};
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
#[repr(C)] // What is small comes first: small processors reach it from the start alone.
pub struct Turn {
    /// How it ended, if it has.
    pub closed: Option<Closed>,
    /// The text to judge by.
    pub rules: Rulebook,
    /// The kind of play.
    pub play: Play,
    /// Penalised offences completed so far, by colour.
    pub offences: [u8; 2],
    /// What is known of it.
    pub facts: Facts,
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
        Self { facts: Facts::NONE, rules, play: Play::Standard, offences: [0; 2], closed: None }
    }

    /// The next turn begins. If the opponent's touch ended this one, it is his first.
    pub fn begin(&mut self, touched: Option<Square>) {
        self.facts = Facts::NONE;
        self.closed = None;
        if let Some(square) = touched {
            self.facts.touches.touch(square.set());
        }
    }

    /// Whether the turn is over and this event is of the next.
    #[must_use]
    pub fn ended_before(&self, event: &Event) -> bool {
        self.closed.is_some_and(|closed| match event {
            Event::Claimed | Event::ArbiterSaw => false,
            Event::OpponentTouched(_) => closed.touched.is_some(),
            _ => true,
        })
    }

    /// Names every piece of the event by where it stood when the turn began. What the opponent
    /// touches stays named by where it stands now, and so does a new piece that is taken off, and
    /// every piece once the turn is over.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened.
    pub fn resolve(&self, event: &mut Event, moves: LegalMoves<'_>) -> Result<(), Misuse> {
        let told = *event;
        match event {
            Event::Touched(square)
            | Event::Released(square, _)
            | Event::Removed(square)
            | Event::Adjusted(square)
            | Event::Brushed(square)
            | Event::OpponentTouched(square) => *square = self.meant(&told, *square, moves)?,
            Event::TouchedTogether(squares) => {
                let mut group = SquareSet::EMPTY;
                for square in *squares {
                    group.insert(self.meant(&told, square, moves)?);
                }
                if group.is_empty() {
                    return Err(Misuse::EmptyGroup);
                }
                *squares = group;
            }
            Event::PromotionTouched(role, _) | Event::PromotionReleased(role, _) => {
                if !Role::PROMOTIONS.contains(role) {
                    return Err(Misuse::NoPromotion(*role));
                }
            }
            Event::BothHands | Event::ClockPressed | Event::Claimed | Event::ArbiterSaw => {}
        }
        Ok(())
    }

    /// The piece that an event means by a square.
    fn meant(
        &self,
        event: &Event,
        square: Square,
        moves: LegalMoves<'_>,
    ) -> Result<Square, Misuse> {
        let stands = |stands: bool| stands.then_some(square);
        let piece = match event {
            _ if self.closed.is_some() => stands(self.stands_on(square, moves)),
            Event::OpponentTouched(_) => stands(self.meets_opponent(square, moves)),
            Event::Removed(_) if self.takes_new_piece_off(square, moves) => Some(square),
            Event::Removed(_) => self.facts.board.on_board(moves.position(), square),
            Event::Released(_, to) => {
                self.named(square, moves).or_else(|| self.ordered(Some(*to), moves))
            }
            _ => self.named(square, moves).or_else(|| self.ordered(None, moves)),
        };
        piece.ok_or(Misuse::NoPiece(square))
    }

    /// The piece that stood or stands on a square; the new piece of a promotion is the pawn that it
    /// took the place of.
    fn named(&self, square: Square, moves: LegalMoves<'_>) -> Option<Square> {
        let exchanged = || match (self.facts.fixed, self.facts.promoted()) {
            (Some(Fixed::Step(pawn, _)), Some((end, _))) if end == square => Some(pawn),
            _ => None,
        };
        let position = moves.position();
        let original = position.occupied().contains(square).then_some(square);
        self.facts.board.on_board(position, square).or_else(exchanged).or(original)
    }

    /// The piece of the move made that the arbiter has ordered to this square, or to any: it may
    /// still stand where it was left.
    fn ordered(&self, to: Option<Square>, moves: LegalMoves<'_>) -> Option<Square> {
        let made = self.facts.fixed.filter(|_| self.facts.made && self.facts.restored)?;
        for (piece, end) in ends_of(&self.case(moves), made) {
            if to.is_none_or(|to| end == Whereabouts::on(to)) {
                return Some(piece);
            }
        }
        None
    }

    /// Whether the opponent finds a piece on a square: after a move where it has put the pieces.
    fn meets_opponent(&self, square: Square, moves: LegalMoves<'_>) -> bool {
        if self.standing_move(&self.case(moves)).is_some() {
            self.stands_on(square, moves)
        } else {
            self.named(square, moves).is_some()
        }
    }

    /// Whether a piece stands on a square now.
    fn stands_on(&self, square: Square, moves: LegalMoves<'_>) -> bool {
        self.facts.board.standing(moves.position(), square).is_some()
            || self.facts.promoted().is_some_and(|(end, _)| end == square)
    }

    /// Whether taking off what this square names means the new piece of a promotion: it stands
    /// there, and no piece of the start of the turn is named.
    fn takes_new_piece_off(&self, square: Square, moves: LegalMoves<'_>) -> bool {
        self.facts.new_piece.is_some_and(|new| new.square == square)
            && self.facts.board.on_board(moves.position(), square).is_none()
    }

    /// Folds an event, its pieces resolved, into the facts.
    pub fn fold(&mut self, event: Event, moves: LegalMoves<'_>) {
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
    fn fold_own(&mut self, event: Event, moves: LegalMoves<'_>) {
        match event {
            Event::Touched(piece) => self.touch(piece.set(), moves),
            Event::TouchedTogether(pieces) => self.touch(pieces, moves),
            Event::Released(piece, to) => self.release(piece, to, moves),
            Event::Removed(square) if self.takes_new_piece_off(square, moves) => {
                self.facts.new_piece = None;
            }
            Event::Removed(piece) => {
                self.touch(piece.set(), moves);
                self.facts.board.put(piece, Whereabouts::OFF);
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

    fn touch(&mut self, group: SquareSet, moves: LegalMoves<'_>) {
        let before = self.facts.touches;
        self.facts.touches.touch(group);
        // A promotion chosen is final: a touch that would leave no move changes nothing.
        let none_can =
            |(square, _)| decide(&self.case(moves)).allowed.promoters(moves, square).is_empty();
        if self.facts.promotion.is_some_and(none_can) {
            self.facts.touches = before;
        }
        if let Some(Fixed::KingOrCastling(_, wing)) = self.facts.fixed {
            let rook = self.case(moves).castling_rook(wing);
            if rook.is_some_and(|rook| self.facts.touches.all().contains(rook)) {
                self.facts.fixed = Some(Fixed::Castling(wing));
            }
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of all other events.
    fn release(&mut self, piece: Square, to: Square, moves: LegalMoves<'_>) {
        if self.release_new_piece(piece, to) {
            return;
        }
        self.touch(piece.set(), moves);
        let own = moves.own().contains(piece);
        let stands_there = self.facts.board.standing(moves.position(), to);
        let is_taken = |other: &Square| moves.own().contains(*other) != own;
        if let Some(victim) = stands_there.filter(is_taken) {
            if own {
                self.touch(victim.set(), moves);
            }
            self.facts.board.put(victim, Whereabouts::OFF);
        }
        let case = self.case(moves);
        let outcome = let_go(&case, &found(&case).allowed, piece, to);
        self.facts.board.put(piece, Whereabouts::on(to));
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
    fn release_new_piece(&mut self, pawn: Square, to: Square) -> bool {
        let exchanged = self.facts.board.of(pawn) == Whereabouts::OFF;
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
    fn new_piece(&mut self, role: Role, square: Square, let_go: bool, moves: LegalMoves<'_>) {
        let choice = Some((square, role));
        let cannot = |set: &Allowed| set.promoters(moves, square).is_empty();
        // A choice once made is final.
        let fits = (self.facts.promotion.is_none() || self.facts.promotion == choice)
            && !cannot(&found(&self.case(moves)).allowed);
        if fits && (let_go || self.rules.decides(Decision::PromotionOnTouch)) {
            self.facts.promotion = choice;
        }
        // A new piece that stands on the board stays known while another only touches it.
        if let_go || self.facts.promoted().is_none() {
            self.facts.new_piece = Some(NewPiece { role, square, let_go });
        }
        if let_go {
            self.facts.let_go = true;
            if let Some(under) = self.facts.board.standing(moves.position(), square) {
                self.facts.board.put(under, Whereabouts::OFF);
            }
            if !fits {
                self.facts.breaches.insert(if self.facts.fixed.is_some() {
                    Infraction::MovedAgain
                } else if cannot(&Allowed::moves_of(moves.own())) {
                    Infraction::IllegalMove
                } else {
                    Infraction::TouchMove
                });
            }
        }
    }

    /// Whether the board differs from where the turn began.
    fn anything_moved(&self) -> bool {
        self.facts.promoted().is_some() || !self.facts.board.displaced().is_empty()
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
    fn update(&mut self, moves: LegalMoves<'_>) {
        // A new piece of another role than the one chosen, or elsewhere, fixes nothing.
        let promoted = self.facts.promoted();
        let fixes = promoted == self.facts.promotion && self.facts.fixed.is_none();
        if let Some((square, _)) = promoted.filter(|_| fixes) {
            let pawns = found(&self.case(moves)).allowed.promoters(moves, square);
            self.facts.fixed = pawns.only().map(|pawn| Fixed::Step(pawn, square));
        }
        let shown = |fixed| shows(&self.case(moves), fixed);
        if !self.facts.made && self.facts.fixed.is_some_and(shown) {
            self.make(moves);
        }
        if !self.facts.breaches.is_empty() && corrected(&self.case(moves)) {
            self.facts.breaches.correct();
            if self.facts.fixed.is_none() {
                self.facts.readings = Readings::NONE;
            }
        }
    }

    /// The fixed move is made.
    fn make(&mut self, moves: LegalMoves<'_>) {
        self.facts.made = true;
        if let Some(made) = made_move(&self.facts) {
            let mut after = *moves.position();
            after.make(made);
            self.facts.game_end = LegalMoves::new(&after).game_end();
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of all other events.
    fn press_clock(&mut self, moves: LegalMoves<'_>) {
        self.go_on();
        self.facts.clock_pressed = true;
        let pressed = pressed(&self.case(moves));
        if let Some(played) = pressed.completes {
            self.close(played, None, moves);
        }
        if pressed.restores {
            self.restore(moves);
            self.facts.breaches.correct();
        }
        if let Some(breach) = pressed.breach {
            self.facts.breaches.insert(breach);
            if pressed.penalised {
                self.penalise(breach, moves);
            }
        }
    }

    /// The turn is over. The answers still speak of it.
    fn close(&mut self, played: Move, touched: Option<Square>, moves: LegalMoves<'_>) {
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
    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of a move completed.
    fn penalise(&mut self, breach: Infraction, moves: LegalMoves<'_>) {
        self.facts.both_hands = false;
        let penalty = self.rules.fixes_penalties().then(|| self.penalty(moves));
        self.facts.answered = Some((breach, penalty));
    }

    /// What a further offence of the player costs. Whether the opponent can mate is judged in the
    /// position that stands: after the move, if one is made.
    fn penalty(&mut self, moves: LegalMoves<'_>) -> Penalty {
        let (position, player) = (moves.position(), moves.position().turn());
        let [white, black] = &mut self.offences;
        let count = if player == Color::White { white } else { black };
        *count = count.saturating_add(1);
        if *count == 1 {
            return match self.play {
                Play::Standard => Penalty::TwoMinutes,
                Play::Rapid | Play::Blitz => Penalty::OneMinute,
            };
        }
        let mut stands = *position;
        if let Some(made) = made_move(&self.facts) {
            stands.make(made);
        }
        let can_mate = can_mate(&stands, player.opposite());
        if can_mate { Penalty::GameLost } else { Penalty::Draw }
    }

    /// The arbiter orders the pieces back: where the turn began or, if a move has been made, where
    /// it put them.
    fn restore(&mut self, moves: LegalMoves<'_>) {
        self.facts.board.restore();
        self.facts.restored = true;
        self.facts.new_piece = None;
        if let Some(fixed) = self.facts.fixed.filter(|_| self.facts.made) {
            for (piece, end) in ends_of(&self.case(moves), fixed) {
                self.facts.board.put(piece, end);
            }
            self.facts.new_piece =
                self.facts.promotion.map(|(square, role)| NewPiece { role, square, let_go: true });
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of all other events.
    fn opponent_touched(&mut self, square: Square, moves: LegalMoves<'_>) {
        if let Some(closed) = &mut self.closed {
            closed.touched = Some(square);
            return;
        }
        let case = self.case(moves);
        match self.standing_move(&case) {
            Some(played) if found(&case).allowed.contains(moves, played) => {
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
        self.facts.fixed.is_some()
            && corrected(case)
            && self.facts.breaches.of_letting_go().is_empty()
    }

    /// The legal move whose result the board shows.
    fn standing_move(&self, case: &Case<'_>) -> Option<Move> {
        match shown(case) {
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
    fn arbiter_saw(&mut self, moves: LegalMoves<'_>) {
        self.facts.claim = None;
        if self.facts.claim_lost.take().is_some() {
            self.closed = None;
            self.restore(moves);
            self.update(moves);
        }
    }

    /// What is judged.
    #[must_use]
    pub fn case<'c>(&'c self, moves: LegalMoves<'c>) -> Case<'c> {
        Case { moves, facts: &self.facts, rules: self.rules }
    }
}
