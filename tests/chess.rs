//! The room `chess` as a whole: known counts, and another implementation beside it.

mod positions;

use std::collections::BTreeSet;

use proptest::prelude::*;
use touch_move::chess::castling::{self, Failed};
use touch_move::chess::fen::FenError;
use touch_move::chess::moves::{LegalMoves, Move, can_mate};
use touch_move::chess::notation::{MoveError, parse_move, parse_san, parse_uci};
use touch_move::chess::piece::{Color, Role, Wing};
use touch_move::chess::position::{CastlingRights, InvalidReason, Position, Setup};
use touch_move::chess::square::{Square, SquareSet};
use touch_move::pack::Pack;

use positions::{Random, any_position, mirrored, played, random_setup, shredder_fen};

// Known counts.

fn perft(position: &Position, depth: u32) -> u64 {
    let legal = LegalMoves::new(position);
    if depth == 1 {
        return legal.iter().count() as u64;
    }
    legal.iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}

#[track_caller]
fn check_counts(fen: &str, counts: &[u64]) {
    let position = Position::from_fen(fen).unwrap();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
    }
}

#[test]
fn known_counts_from_the_start() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::standard(), Position::from_fen(fen).unwrap());
    check_counts(fen, &[20, 400, 8902, 197_281]);
}

#[test]
fn known_counts_of_well_known_positions() {
    check_counts(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862],
    );
    check_counts("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]);
    check_counts(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    );
    check_counts("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    check_counts(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890],
    );
}

#[test]
fn known_counts_of_chess960_positions() {
    check_counts(
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        &[29, 502, 14_569, 287_739],
    );
    check_counts(
        "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
        &[27, 916, 25_798],
    );
    check_counts(
        "rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9",
        &[24, 600, 15_347, 408_207],
    );
    check_counts(
        "rkb2bnr/pp2pppp/2p1n3/3p4/q2P4/5NP1/PPP1PP1P/RKBNQBR1 w Aha - 0 9",
        &[29, 861, 24_504],
    );
}

// Who could still mate.

#[test]
fn mate_is_possible_or_not_by_material() {
    // White's and Black's pieces beside the kings, and whether White could still mate.
    for (white, black, expected) in [
        ("", "q", false),
        ("P", "", true),
        ("R", "", true),
        ("Q", "", true),
        ("N", "", false),
        ("N", "q", false),
        ("N", "qq", false),
        ("N", "r", true),
        ("N", "b", true),
        ("N", "n", true),
        ("N", "p", true),
        ("NN", "", true),
        ("NB", "", true),
        ("B", "", false),
        ("B", "qr", false),
        ("B", "n", true),
        ("B", "p", true),
    ] {
        let row = |pieces: &str| format!("{pieces}{}", 8 - pieces.len());
        let fen = format!("4k3/8/{}/8/8/{}/8/4K3 w - - 0 1", row(black), row(white));
        let setup = Setup::from_fen(&fen).unwrap();
        let position = setup.validate().or(Setup { turn: Color::Black, ..setup }.validate());
        let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(can_mate(&position, Color::White), expected, "{fen}");
        assert_eq!(can_mate(&position.mirrored(), Color::Black), expected, "{fen}");
    }
    // Bishops: on squares of one colour, of whoever they are, and of both.
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/B1B5/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/BB6/4K3 w - - 0 1", true),
        ("4k3/8/8/8/1b6/8/1B6/4K1B1 w - - 0 1", false),
        ("4k3/8/8/8/2b5/8/1B6/4K3 w - - 0 1", true),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(can_mate(&position, Color::White), expected, "{fen}");
    }
}

// Another implementation beside it.

type Plain = (u8, u8, Option<Role>);

/// A move as the oracle writes it: castling is king takes rook.
fn plain(position: &Position, mv: Move) -> Plain {
    match mv {
        Move::Normal { from, to, promotion } => (from.index(), to.index(), promotion),
        Move::Castle(wing) => {
            let us = position.turn();
            let rook = position.castling_rook(us, wing).unwrap();
            (position.king(us).index(), rook.index(), None)
        }
    }
}

fn oracle_moves(board: &cozy_chess::Board) -> BTreeSet<Plain> {
    let mut all = BTreeSet::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let role = |piece| Role::ALL[piece as usize];
            assert!(all.insert((mv.from as u8, mv.to as u8, mv.promotion.map(role))));
        }
        false
    });
    all
}

fn oracle_play(board: &mut cozy_chess::Board, (from, to, promotion): Plain) {
    board.play(cozy_chess::Move {
        from: cozy_chess::Square::index(from.into()),
        to: cozy_chess::Square::index(to.into()),
        promotion: promotion.map(|role| cozy_chess::Piece::ALL[role.index()]),
    });
}

/// Everything that can be asked of the legal moves, against the oracle's list.
fn check_moves(position: &Position, board: &cozy_chess::Board) {
    let legal = LegalMoves::new(position);
    let us = position.turn();
    let moves: Vec<Move> = legal.iter().collect();
    let set: BTreeSet<Plain> = moves.iter().map(|&mv| plain(position, mv)).collect();
    assert_eq!(set.len(), moves.len(), "{position}");
    assert_eq!(set, oracle_moves(board), "{position}");
    assert_eq!(legal.is_empty(), moves.is_empty(), "{position}");
    assert_eq!(legal.is_check(), !board.checkers().is_empty(), "{position}");
    assert_eq!(position.is_checkmate(), moves.is_empty() && legal.is_check());
    assert_eq!(position.is_stalemate(), moves.is_empty() && !legal.is_check());
    for wing in Wing::ALL {
        let castles = moves.contains(&Move::Castle(wing));
        assert_eq!(legal.can_castle(wing), castles, "{position}");
        assert_eq!(legal.contains(Move::Castle(wing)), castles, "{position}");
        let report = castling::conditions(position, us, wing);
        assert_eq!(report.is_legal(), castles, "{position}");
        assert_eq!(report.failed().count() == 0, castles, "{position}");
    }
    check_sets(position, legal, &moves);
}

/// The set-wise questions against the list of moves.
fn check_sets(position: &Position, legal: LegalMoves<'_>, moves: &[Move]) {
    let enemy = position.by_color(position.turn().opposite());
    let normal = || {
        moves.iter().filter_map(|mv| match *mv {
            Move::Normal { from, to, promotion } => Some((from, to, promotion)),
            Move::Castle(_) => None,
        })
    };
    let mut origins = [SquareSet::EMPTY; 64];
    let mut from_sets = [SquareSet::EMPTY; 64];
    let mut victims = [SquareSet::EMPTY; 64];
    for (from, to, _) in normal() {
        origins[usize::from(to.index())].insert(from);
        from_sets[usize::from(from.index())].insert(to);
        match legal.victim(from, to) {
            Some(victim) => {
                assert!(enemy.contains(victim));
                victims[usize::from(from.index())].insert(victim);
                assert!(legal.captures(from, victim.set()).contains(to));
                assert!(!legal.captures(from, !victim.set()).contains(to));
            }
            None => assert!(!legal.captures(from, SquareSet::FULL).contains(to)),
        }
    }
    let (mut movers, mut all_victims) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for square in SquareSet::FULL {
        let index = usize::from(square.index());
        assert_eq!(legal.from(square), from_sets[index], "{position} {square}");
        assert_eq!(
            legal.origins(SquareSet::FULL, square.set()),
            origins[index],
            "{position} {square}"
        );
        assert_eq!(legal.victims(square.set()), victims[index], "{position} {square}");
        assert_eq!(legal.can_move(square.set()), !from_sets[index].is_empty());
        all_victims |= victims[index];
        movers |= origins[index];
    }
    assert_eq!(legal.movers(legal.own()), movers, "{position}");
    assert_eq!(legal.victims(legal.own()), all_victims, "{position}");
    for &mv in moves {
        assert!(legal.contains(mv));
        if let Move::Normal { from, to, promotion } = mv {
            let other = if promotion.is_some() { None } else { Some(Role::Queen) };
            assert!(!legal.contains(Move::Normal { from, to, promotion: other }));
            let bad = Some(Role::King);
            assert!(!legal.contains(Move::Normal { from, to, promotion: bad }));
        }
    }
}

/// The oracle's position in Shredder-FEN, read by this crate, says the same as ours.
fn check_fen(position: &Position, board: &cozy_chess::Board) {
    let theirs = Setup::from_fen(&format!("{board:#}")).unwrap();
    assert_eq!(position.setup(), theirs, "{position}");
}

fn check_game(start: &cozy_chess::Board, random: &mut Random, plies: usize) {
    let mut board = start.clone();
    let mut position = Position::from_fen(&format!("{board:#}")).unwrap();
    for _ in 0..plies {
        check_moves(&position, &board);
        let moves: Vec<Move> = LegalMoves::new(&position).iter().collect();
        if moves.is_empty() || position.halfmove_clock() == 99 {
            break;
        }
        // Castling is rare, and what matters most here.
        let castles = moves.iter().rposition(|mv| matches!(mv, Move::Castle(_)));
        let mv = match castles {
            Some(at) if random.one_in(3) => moves[at],
            _ => random.pick(&moves),
        };
        oracle_play(&mut board, plain(&position, mv));
        assert_eq!(position.try_play(mv), Some(position.play(mv)));
        position = position.play(mv);
        check_fen(&position, &board);
    }
}

#[test]
fn random_games_agree_with_the_oracle() {
    let mut random = Random(1);
    for _ in 0..60 {
        check_game(&cozy_chess::Board::startpos(), &mut random, 120);
    }
}

#[test]
fn games_from_all_chess960_starts_agree_with_the_oracle() {
    let mut random = Random(2);
    for number in 0..960 {
        check_game(&cozy_chess::Board::chess960_startpos(number), &mut random, 16);
    }
    for _ in 0..60 {
        let white = u32::try_from(random.below(960)).unwrap();
        let black = u32::try_from(random.below(960)).unwrap();
        let start = cozy_chess::Board::double_chess960_startpos(white, black);
        check_game(&start, &mut random, 60);
    }
}

#[test]
fn random_positions_agree_with_the_oracle() {
    let mut random = Random(3);
    let (mut valid, mut castling, mut passing, mut checks) = (0, 0, 0, 0);
    for _ in 0..40_000 {
        let setup = random_setup(&mut random);
        let fen = shredder_fen(&setup);
        let oracle = cozy_chess::Board::from_fen(&fen, true);
        match setup.validate() {
            Err(invalid) => {
                assert!(invalid.reasons().count() > 0);
                // The oracle lets two more pass: kings side by side, and a double step with which a
                // player would have left his opponent in a check that stood before.
                let kings = Color::ALL.map(|color| setup.board.pieces(color, Role::King).only());
                let touching = kings[0].zip(kings[1]).is_some_and(|(white, black)| {
                    white.file().abs_diff(black.file()) <= 1
                        && white.rank().abs_diff(black.rank()) <= 1
                });
                let only_passing = invalid.reasons().all(|why| why == InvalidReason::EnPassant);
                assert!(oracle.is_err() || only_passing || touching, "{fen}: {invalid}");
            }
            Ok(position) => {
                valid += 1;
                let board = oracle.unwrap_or_else(|error| panic!("{fen}: {error}"));
                check_moves(&position, &board);
                assert_eq!(Setup::from_fen(&setup.to_string()), Ok(setup));
                assert_eq!(Setup::from_fen(&fen), Ok(setup));
                let legal = LegalMoves::new(&position);
                castling += usize::from(Wing::ALL.iter().any(|&wing| legal.can_castle(wing)));
                passing += usize::from(legal.iter().any(|mv| match mv {
                    Move::Normal { from, to, .. } => {
                        legal.victim(from, to).is_some_and(|victim| victim != to)
                    }
                    Move::Castle(_) => false,
                }));
                checks += usize::from(legal.is_check());
                for mv in legal.iter().step_by(7) {
                    let mut board = board.clone();
                    oracle_play(&mut board, plain(&position, mv));
                    check_fen(&position.play(mv), &board);
                }
            }
        }
    }
    // The positions must be of the kinds that they are for.
    assert!(valid > 10_000, "{valid}");
    assert!(castling > 1000 && passing > 300 && checks > 2000, "{castling} {passing} {checks}");
}

// Properties.

fn any_square() -> impl Strategy<Value = Square> {
    (0..64_u8).prop_map(|index| Square::new(index).unwrap())
}

/// What is common to all legal moves, and where each piece may go.
fn known(position: &Position) -> (SquareSet, [bool; 4], Vec<SquareSet>) {
    let legal = LegalMoves::new(position);
    let castles = Wing::ALL.map(|wing| legal.can_castle(wing));
    let ends = legal.own().map(|piece| legal.from(piece)).collect();
    (legal.castling_rooks(), [legal.is_check(), legal.is_empty(), castles[0], castles[1]], ends)
}

proptest! {
    #[test]
    fn fen_comes_back(position in any_position()) {
        let fen = position.to_string();
        prop_assert_eq!(Setup::from_fen(&fen), Ok(position.setup()));
        let again = Position::from_fen(&fen).unwrap();
        prop_assert_eq!(again.to_string(), fen);
        prop_assert_eq!(again.board().to_string().parse(), Ok(*again.board()));
    }

    #[test]
    fn broken_fen_is_refused_or_read_but_never_panics(
        position in any_position(),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8),
            1..4,
        ),
    ) {
        let mut bytes = position.to_string().into_bytes();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"/ -KQkqaehw01289pPnx"[usize::from(byte) % 20],
                2 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match Setup::from_fen(&text) {
            Ok(setup) => {
                // What was read is printed in such a way that it is read alike.
                prop_assert_eq!(Setup::from_fen(&setup.to_string()), Ok(setup));
                if let Ok(position) = setup.validate() {
                    prop_assert_eq!(position.setup(), setup);
                    prop_assert!(LegalMoves::new(&position).iter().count() <= 218);
                }
            }
            Err(error) => {
                let FenError::Syntax { offset, .. } = error else { panic!("{error}") };
                prop_assert!(offset <= text.len());
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn colours_mirror(position in any_position()) {
        let mirror = position.mirrored();
        prop_assert_eq!(mirror.mirrored(), position);
        prop_assert_eq!(mirror.setup().validate().map(|valid| valid.setup()), Ok(mirror.setup()));
        let moves: BTreeSet<Move> = LegalMoves::new(&position).iter().map(mirrored).collect();
        prop_assert_eq!(moves, LegalMoves::new(&mirror).iter().collect());
        for wing in Wing::ALL {
            for color in Color::ALL {
                let failed = |position: &Position, color| -> Vec<Failed> {
                    let report = castling::conditions(position, color, wing);
                    report.failed().map(|condition| condition.failed).collect()
                };
                prop_assert_eq!(failed(&position, color), failed(&mirror, color.opposite()));
            }
        }
        if let Some(mv) = LegalMoves::new(&position).iter().next() {
            let (after, mirror_after) = (position.play(mv).mirrored(), mirror.play(mirrored(mv)));
            prop_assert_eq!(after.board(), mirror_after.board());
            prop_assert_eq!(after.history(), mirror_after.history());
        }
    }

    /// What a position knows of its moves is what one set up anew knows, however it was made.
    #[test]
    fn what_a_position_knows_of_its_moves_is_never_old(position in any_position()) {
        let mut bytes = [0; Position::SIZE];
        position.pack(&mut bytes);
        let mut read = Position::standard();
        prop_assert!(read.unpack(&bytes));
        prop_assert_eq!(read, position);
        let others = [false, true].map(|chess960| position.with_chess960(chess960));
        let after = LegalMoves::new(&position).iter().map(|mv| position.play(mv));
        let made = [position, position.mirrored(), read].into_iter().chain(others).chain(after);
        for position in made {
            let anew = position.setup().validate().unwrap();
            prop_assert_eq!(known(&position), known(&anew), "{}", position);
        }
    }

    #[test]
    fn notation_comes_back(position in any_position()) {
        let mut seen = BTreeSet::new();
        for mv in LegalMoves::new(&position).iter() {
            let (uci, san) = (mv.uci(&position).to_string(), mv.san(&position).to_string());
            prop_assert_eq!(parse_uci(&uci, &position), Ok(mv), "{}", uci);
            prop_assert_eq!(parse_move(&uci, &position), Ok(mv), "{}", uci);
            prop_assert_eq!(parse_san(&san, &position), Ok(mv), "{}", &san);
            prop_assert_eq!(parse_move(&san, &position), Ok(mv), "{}", &san);
            let after = position.play(mv);
            prop_assert_eq!(san.ends_with('#'), after.is_checkmate());
            prop_assert_eq!(san.ends_with('+'),
                LegalMoves::new(&after).is_check() && !after.is_checkmate());
            prop_assert!(seen.insert(san));
        }
    }

    #[test]
    fn what_is_no_legal_move_is_refused_and_never_panics(
        position in any_position(),
        from in any_square(),
        to in any_square(),
        promotion in prop::option::of(prop::sample::select(&Role::ALL[..])),
        text in "[KQRBNOa-h1-8x=0+#!? -]{0,8}|\\PC{0,6}",
    ) {
        let moves: BTreeSet<Move> = LegalMoves::new(&position).iter().collect();
        let mv = Move::Normal { from, to, promotion };
        prop_assert_eq!(LegalMoves::new(&position).contains(mv), moves.contains(&mv));
        prop_assert_eq!(position.try_play(mv).is_some(), moves.contains(&mv));
        // The result means nothing, but there is one, and it can be asked.
        let after = position.play(mv);
        let _ = (after.to_string(), LegalMoves::new(&after).iter().count());
        let after = position.play(Move::Castle(Wing::KingSide)).play(mv);
        let _ = (mv.san(&after).to_string(), mv.uci(&after).to_string());
        for read in [parse_move(&text, &position), parse_uci(&text, &position),
            parse_san(&text, &position)]
        {
            match read {
                Ok(mv) => prop_assert!(moves.contains(&mv)),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
        let uci = mv.uci(&position).to_string();
        if let Err(MoveError::NoPieceOn(square)) = parse_uci(&uci, &position) {
            prop_assert_eq!(square, from);
            prop_assert!(!position.by_color(position.turn()).contains(from));
        }
    }

    /// Rights and history say the same in two ways.
    #[test]
    fn history_explains_lost_rights(seed in any::<u64>()) {
        let position = played(&mut Random(seed | 1));
        for color in Color::ALL {
            for wing in Wing::ALL {
                let report = castling::conditions(&position, color, wing);
                let right = position.castling_rook(color, wing).is_some();
                let lost = report.failed().filter(|condition| condition.failed.is_for_good());
                // A game that is known from its start leaves nothing unexplained.
                prop_assert!(report.get(Failed::RightsLost).is_none());
                for condition in lost {
                    prop_assert!(!right);
                    prop_assert!(condition.move_number.is_some());
                    prop_assert!(condition.move_number <= Some(position.fullmove_number()));
                }
                prop_assert_eq!(
                    right,
                    report.get(Failed::KingMoved).is_none()
                        && report.get(Failed::RookMoved).is_none()
                );
            }
        }
        let fresh = Position::from_fen(&position.to_string()).unwrap();
        prop_assert_eq!(fresh.castling_rights(), position.castling_rights());
        if fresh.castling_rights() == CastlingRights::NONE {
            let report = castling::conditions(&fresh, Color::White, Wing::KingSide);
            prop_assert!(report.get(Failed::RightsLost).is_some());
        }
    }
}
