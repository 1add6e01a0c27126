//! The machine: one turn, then the next; the only thing that changes.
//!
//! [`Arbiter::handle`] folds an event into the facts of the turn and answers with the ruling, by
//! value. It allocates nothing, reads no clock and cannot panic.

use core::fmt;

use crate::chess::moves::{LegalMoves, Move, can_mate};
use crate::chess::piece::{Color, Role};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::event::Event;
use crate::facts::{Facts, Fixed, NewPiece, Whereabouts};
use crate::law::case::Case;
use crate::law::completed::{Pressed, pressed};
use crate::law::released::let_go;
use crate::law::rulebooks::{Decision, Rulebook};
use crate::law::shown::{Shown, corrected, ends_of, shown, shows};
use crate::law::touched::{decide, narrowed};
use crate::law::verdict::{allowed, made_move, rule};
use crate::pack::{pack_code, pack_fields};
use crate::ruling::{Allowed, Claim, Infraction, Penalty, Readings, Ruling, Verdict};

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

/// How far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Nothing binds the player yet.
    Free = 0,
    /// The pieces touched, or a promotion chosen, bind the player.
    Bound = 1,
    /// A move is fixed and still to be finished.
    Unfinished = 2,
    /// The move is made.
    Made = 3,
    /// The turn is over: the clock was pressed.
    Completed = 4,
    /// The turn is over: the opponent has touched a piece.
    Passed = 5,
    /// There is no legal move: the game is over.
    Over = 6,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 7] = [
        Self::Free,
        Self::Bound,
        Self::Unfinished,
        Self::Made,
        Self::Completed,
        Self::Passed,
        Self::Over,
    ];
}

/// A machine that is told what happens on one board and answers what the player may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// Where the turn began.
    position: Position,
    facts: Facts,
    rules: Rulebook,
    play: Play,
    /// Penalised offences completed so far, by colour.
    offences: [u8; 2],
    closed: Option<Closed>,
}

pack_fields! {
    Arbiter {
        position: Position,
        facts: Facts,
        rules: Rulebook,
        play: Play,
        offences: [u8; 2],
        closed: Option<Closed>,
    }
}

/// A turn that is over. The rulings speak of it until the next event opens the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Closed {
    played: Move,
    /// The first touch of the next turn, if the opponent has made it.
    touched: Option<Square>,
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

impl Arbiter {
    /// A machine for the turn of the player to move in this position.
    #[must_use]
    pub fn new(position: Position, rules: Rulebook) -> Self {
        Self {
            position,
            facts: Facts::default(),
            rules,
            play: Play::Standard,
            offences: [0; 2],
            closed: None,
        }
    }

    /// The same for this kind of play.
    #[must_use]
    pub const fn with_play(self, play: Play) -> Self {
        Self { play, ..self }
    }

    /// The same, these players having completed so many penalised offences before (White, Black).
    #[must_use]
    pub const fn with_offences(self, offences: [u8; 2]) -> Self {
        Self { offences, ..self }
    }

    /// The same, from the start of this turn on, by another rulebook.
    #[must_use]
    pub const fn with_rules(self, rules: Rulebook) -> Self {
        Self { rules, ..self }
    }

    /// The machine as the next turn opens, if this turn is over; else as it is.
    #[must_use]
    pub fn next_turn(&self) -> Self {
        let mut next = *self;
        next.open_next_turn();
        next
    }

    /// Whether this machine is in the turn that follows the ended one of `before`.
    #[must_use]
    pub fn turn_follows(&self, before: &Self) -> bool {
        before.closed.is_some() && self.position == before.next_position()
    }

    /// The position in which the turn began that the ruling speaks of.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position from which play goes on: after the move, where the turn is over.
    #[must_use]
    pub fn next_position(&self) -> Position {
        self.closed.map_or(self.position, |closed| self.position.play(closed.played))
    }

    /// The move with which the turn ended that the ruling speaks of, if it is over.
    #[must_use]
    pub fn closed_with(&self) -> Option<Move> {
        self.closed.map(|closed| closed.played)
    }

    /// How far the turn has come that the ruling speaks of.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.closed, self.ruling().verdict) {
            (Some(closed), _) if closed.touched.is_some() => Phase::Passed,
            (Some(_), _) => Phase::Completed,
            (None, Verdict::GameOver) => Phase::Over,
            (None, Verdict::Made) => Phase::Made,
            (None, Verdict::Must) if self.facts.fixed.is_some() => Phase::Unfinished,
            (None, Verdict::Must) => Phase::Bound,
            (None, Verdict::Free) => Phase::Free,
        }
    }

    /// The rulebook.
    #[must_use]
    pub const fn rules(&self) -> Rulebook {
        self.rules
    }

    /// The kind of play.
    #[must_use]
    pub const fn play(&self) -> Play {
        self.play
    }

    /// The penalised offences completed so far (White, Black).
    #[must_use]
    pub const fn offences(&self) -> [u8; 2] {
        self.offences
    }

    /// What is known of the turn that the ruling speaks of.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Takes an event and answers with the ruling.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened; the machine is then as it was.
    pub fn handle(&mut self, event: Event) -> Result<Ruling, Misuse> {
        if self.closed.is_none() || self.belongs_to_closed_turn(event) {
            return self.handle_in_turn(event);
        }
        let mut next = self.next_turn();
        let ruling = next.handle_in_turn(event)?;
        *self = next;
        Ok(ruling)
    }

    /// The ruling as things stand.
    #[must_use]
    pub fn ruling(&self) -> Ruling {
        let moves = LegalMoves::new(&self.position);
        rule(&self.case(&moves), &self.facts)
    }

    /// Whether an event still speaks of the turn that is over.
    fn belongs_to_closed_turn(&self, event: Event) -> bool {
        match event {
            Event::Claimed | Event::ArbiterSaw => true,
            Event::OpponentTouched(_) => self.closed.is_some_and(|closed| closed.touched.is_none()),
            _ => false,
        }
    }

    /// Takes an event of this turn.
    fn handle_in_turn(&mut self, event: Event) -> Result<Ruling, Misuse> {
        let position = self.position;
        let moves = LegalMoves::new(&position);
        let event = self.resolve(event, &moves)?;
        if !moves.is_empty() {
            self.fold(event, &moves);
        }
        Ok(rule(&self.case(&moves), &self.facts))
    }

    fn open_next_turn(&mut self) {
        let Some(closed) = self.closed.take() else { return };
        self.position = self.position.play(closed.played);
        self.facts = Facts::default();
        if let Some(square) = closed.touched {
            self.facts.touches.touch(square.set());
        }
    }

    /// The event with every piece named by where it stood when the turn began. What the opponent
    /// touches is named by where it stands now, and so is a new piece that is taken off.
    fn resolve(&self, event: Event, moves: &LegalMoves<'_>) -> Result<Event, Misuse> {
        let named = |square: Square| self.named(square).ok_or(Misuse::NoPiece(square));
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
                let piece = self.named(from).or_else(put_back).ok_or(Misuse::NoPiece(from))?;
                Event::Released(piece, to)
            }
            Event::Removed(square) if self.takes_new_piece_off(square) => event,
            Event::Removed(square) => Event::Removed(self.on_board(named(square)?)?),
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
                    Some(played) => self.position.play(played).piece_at(square).map(|_| event),
                    None => self.named(square).map(|_| event),
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
    fn named(&self, square: Square) -> Option<Square> {
        let piece = self.facts.board.named(&self.position, square);
        let on_board =
            |&piece: &Square| self.facts.board.of(&self.position, piece) != Whereabouts::Off;
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
    fn takes_new_piece_off(&self, square: Square) -> bool {
        self.facts.new_piece.is_some_and(|new| new.square == square)
            && self.facts.board.standing(&self.position, square).is_none()
    }

    fn on_board(&self, piece: Square) -> Result<Square, Misuse> {
        match self.facts.board.of(&self.position, piece) {
            Whereabouts::On(_) => Ok(piece),
            Whereabouts::Off => Err(Misuse::NoPiece(piece)),
        }
    }

    /// Folds an event, its pieces resolved, into the facts.
    fn fold(&mut self, event: Event, moves: &LegalMoves<'_>) {
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
            Event::Removed(square) if self.takes_new_piece_off(square) => {
                self.facts.new_piece = None;
            }
            Event::Removed(piece) => {
                self.touch(piece.set(), moves);
                self.facts.board.put(&self.position, piece, Whereabouts::Off);
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
        let before = self.facts.touches;
        self.facts.touches.touch(group);
        if let Some(choice) = self.facts.promotion {
            // A promotion chosen is final: a touch that would leave no move changes nothing.
            let case = self.case(moves);
            if narrowed(&case, decide(&case), Some(choice)).allowed.is_empty(moves) {
                self.facts.touches = before;
            }
        }
        if let Some(Fixed::KingOrCastling(_, wing)) = self.facts.fixed {
            let rook = self.position.castling_rook(self.position.turn(), wing);
            if rook.is_some_and(|rook| self.facts.touches.all().contains(rook)) {
                self.facts.fixed = Some(Fixed::Castling(wing));
            }
        }
    }

    fn release(&mut self, piece: Square, to: Square, moves: &LegalMoves<'_>) {
        if self.release_new_piece(piece, to) {
            return;
        }
        self.touch(piece.set(), moves);
        let taken = self
            .facts
            .board
            .standing(&self.position, to)
            .filter(|&other| other != piece && self.is_enemy(other) != self.is_enemy(piece));
        if let Some(victim) = taken.filter(|_| !self.is_enemy(piece)) {
            self.touch(victim.set(), moves);
        }
        let case = self.case(moves);
        let allowed_now = allowed(&case, &self.facts);
        let outcome = let_go(&case, &self.facts, &allowed_now, piece, to);
        if let Some(victim) = taken {
            self.facts.board.put(&self.position, victim, Whereabouts::Off);
        }
        self.facts.board.put(&self.position, piece, Whereabouts::On(to));
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
        let exchanged = self.facts.board.of(&self.position, pawn) == Whereabouts::Off;
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
            if let Some(under) = self.facts.board.standing(&self.position, square) {
                self.facts.board.put(&self.position, under, Whereabouts::Off);
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
        let legal = Allowed {
            promotion: Some((square, role)),
            ..Allowed::moves_of(self.position.by_color(self.position.turn()))
        };
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
        self.facts.made |= self.facts.fixed.is_some_and(shown);
        if !self.facts.breaches.is_empty() && corrected(&self.case(moves), &self.facts) {
            for kind in LET_GO_BREACHES {
                self.facts.breaches.remove(kind);
            }
            if self.facts.fixed.is_none() {
                self.facts.readings = Readings::NONE;
            }
        }
    }

    fn press_clock(&mut self, moves: &LegalMoves<'_>) {
        self.go_on();
        self.facts.clock_pressed = true;
        let case = self.case(moves);
        match pressed(&case, &self.facts, &allowed(&case, &self.facts)) {
            Pressed::Completes(played) => self.close(played, None),
            Pressed::CompletesPenalised(played, breach) => {
                self.close(played, None);
                self.penalise(breach);
            }
            Pressed::Penalised(breach, restores) => {
                self.penalise(breach);
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
    fn close(&mut self, played: Move, touched: Option<Square>) {
        self.facts.fixed = Some(Fixed::from(played));
        if let Move::Normal { to, promotion, .. } = played {
            self.facts.promotion = promotion.map(|role| (to, role));
        }
        self.facts.made = true;
        self.closed = Some(Closed { played, touched });
    }

    /// Two faults in one move count once: two hands that had a part in it are answered as well.
    fn penalise(&mut self, breach: Infraction) {
        self.facts.breaches.insert(breach);
        self.facts.both_hands = false;
        let penalty = self.rules.fixes_penalties().then(|| self.penalty());
        self.facts.answered = Some((breach, penalty));
    }

    /// What a further offence of the player costs. Whether the opponent can mate is judged in the
    /// position that stands: after the move, if one is made.
    fn penalty(&mut self) -> Penalty {
        let player = self.position.turn();
        let made = made_move(&self.facts);
        let stands = made.map_or(self.position, |played| self.position.play(played));
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
                board.put(&self.position, piece, end);
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
                self.close(played, Some(square));
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

    fn is_enemy(&self, piece: Square) -> bool {
        !self.position.by_color(self.position.turn()).contains(piece)
    }

    fn case<'c>(&'c self, moves: &'c LegalMoves<'c>) -> Case<'c> {
        Case { moves, touches: &self.facts.touches, rules: self.rules }
    }
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Arbiter, Misuse};
    use crate::chess::moves::LegalMoves;
    use crate::chess::position::Position;
    use crate::law::rulebooks::Rulebook;
    use crate::ruling::{Infraction, Ruling, Verdict};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// A machine after these events, and its last ruling.
    fn after(fen: &str, events: &str) -> (Arbiter, Ruling) {
        let mut arbiter = Arbiter::new(Position::from_fen(fen).unwrap(), Rulebook::Fide2023);
        for event in events.split_whitespace() {
            arbiter.handle(event.parse().unwrap()).unwrap();
        }
        (arbiter, arbiter.ruling())
    }

    fn allowed(arbiter: &Arbiter) -> Vec<String> {
        let moves = LegalMoves::new(arbiter.position());
        let uci = |played: crate::chess::moves::Move| played.uci(arbiter.position()).to_string();
        arbiter.ruling().allowed.iter(&moves).map(uci).collect()
    }

    #[test]
    fn a_capture_taken_back_is_no_correction_though_the_victim_is_off() {
        let captures = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let (_, ruling) = after(captures, "e4-d5 e4-e4");
        assert!(ruling.infractions.contains(Infraction::MovedAgain));
        let (_, ruling) = after(captures, "e4-d5 e4-e4 e4-d5");
        assert!(ruling.infractions.is_empty());
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn both_hands_count_from_when_they_are_used() {
        let (_, ruling) = after(CASTLES, "e1 e1-e1 hands e1-g1 h1-f1 clock");
        assert!(ruling.infractions.contains(Infraction::BothHands));
        let (_, ruling) = after(CASTLES, "e1 hands e1-g1 e1-e1 e1-g1 h1-f1 clock");
        assert!(!ruling.infractions.contains(Infraction::BothHands));
        let (_, ruling) = after(CASTLES, "e1-e2 e1-e1 hands");
        assert_eq!(ruling.verdict, Verdict::Made);
    }

    #[test]
    fn an_opponent_touches_what_stands_there_now() {
        let (mut arbiter, _) = after(CASTLES, "e1-e2");
        let nothing = arbiter.handle("opp:e1".parse().unwrap());
        assert_eq!(nothing, Err(Misuse::NoPiece("e1".parse().unwrap())));
        assert!(arbiter.handle("opp:e2".parse().unwrap()).is_ok());
    }

    const PROMOTES: &str = "8/P4k2/8/8/8/8/5K2/8 w - - 0 1";

    #[test]
    fn a_new_piece_touched_or_moved_again_is_the_pawn_it_replaced() {
        let (arbiter, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert_eq!(ruling.verdict, Verdict::Made);
        assert!(ruling.infractions.is_empty());
        let (arbiter, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8-a7");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert!(ruling.infractions.contains(Infraction::MovedAgain));
        let (_, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8-a7 a7-a8 clock");
        assert!(ruling.infractions.is_empty());
    }

    #[test]
    fn a_pawn_left_on_the_last_rank_is_exchanged_and_the_breach_is_over() {
        let position = Position::from_fen(PROMOTES).unwrap();
        let mut arbiter = Arbiter::new(position, Rulebook::Fide1997);
        let mut ruling = arbiter.ruling();
        for event in ["a7", "a7-a8", "clock"] {
            ruling = arbiter.handle(event.parse().unwrap()).unwrap();
        }
        assert!(ruling.infractions.contains(Infraction::PromotionMissing));
        assert!(ruling.infractions.iter().all(|offence| offence.penalty.is_none()));
        assert_eq!(allowed(&arbiter).len(), 4);
        for event in ["off:a8", "R-a8", "clock"] {
            ruling = arbiter.handle(event.parse().unwrap()).unwrap();
        }
        assert!(ruling.infractions.is_empty());
        assert_eq!(allowed(&arbiter), ["a7a8r"]);
        assert!(arbiter.closed_with().is_some());
    }

    #[test]
    fn the_opponent_may_touch_a_new_piece() {
        let (arbiter, _) = after("k7/7P/8/8/8/8/5K2/8 w - - 0 1", "h7 off:h7 Q-h8 opp:h8");
        assert!(arbiter.closed_with().is_some());
    }

    #[test]
    fn another_role_than_the_one_that_touched_the_square_is_a_breach() {
        let (arbiter, ruling) = after(PROMOTES, "a7 Q@a8 off:a7 N-a8 clock");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert!(ruling.infractions.iter().next().is_some());
        assert!(arbiter.closed_with().is_none());
    }

    #[test]
    fn a_piece_ordered_back_is_named_by_where_it_was_left() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for moved_back in ["g5 g5-f3", "g1 g1-f3", ""] {
            let events = std::format!("g1 g1-f3 f3-g5 clock {moved_back} clock");
            let (arbiter, ruling) = after(start, &events);
            assert!(arbiter.closed_with().is_some(), "{events}");
            assert!(ruling.infractions.is_empty(), "{events}");
        }
    }

    #[test]
    fn nothing_is_an_offence_once_the_game_is_over() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let (_, ruling) = after(mated, "e1 e1-f2 clock");
        assert_eq!(ruling.verdict, Verdict::GameOver);
        assert!(ruling.infractions.is_empty());
    }

    #[test]
    fn an_event_that_cannot_have_happened_changes_nothing() {
        let (mut arbiter, _) = after(PROMOTES, "a7 a7-a8 clock");
        let before = arbiter;
        let nowhere = "d4".parse().unwrap();
        assert!(matches!(arbiter.handle(nowhere), Err(Misuse::NoPiece(_))));
        assert_eq!(arbiter, before);
    }
}
