//! Reading and writing plays and positions: published pairs of IDs, all legal plays, and invalid text.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap or panic fails the test")]

use gammon::dice::GameDice;
use gammon::movegen;
use gammon::notation::{
    CANNOT_MOVE, GameState, IllegalReason, Notation, NotationError, Offer, Problem, Remark, Seat, Situation,
    parse_play, position_from_id, position_from_key, position_id, position_key,
};
use gammon::{Die, Point, Position, Roll, Win};
use proptest::prelude::*;

/// Returns the position of an XGID's board, with the player of the uppercase letters on roll.
fn board(board: &str) -> Position {
    board_of(board, 15)
}

fn board_of(board: &str, checkers: u8) -> Position {
    Situation::from_xgid(&format!("{board}:0:0:1:00:0:0:0:0:10"), Some(checkers)).unwrap().position
}

fn roll(first: u8, second: u8) -> Roll {
    Roll::new(first, second).unwrap()
}

/// Returns the positions of games with random plays, each with its roll.
fn random_turns(start: Position, games: u64) -> Vec<(Position, Roll)> {
    let mut turns = Vec::new();
    for game in 0..games {
        let mut dice = GameDice::new(2024, game);
        let mut position = start;
        for turn in 0.. {
            if position.is_over() {
                break;
            }
            let roll = dice.roll(turn);
            turns.push((position, roll));
            let plays = movegen::plays(position, roll);
            position = if plays.is_empty() { position.swap() } else { plays[dice.choice(turn, plays.len())].position };
        }
    }
    turns
}

/// Returns the rule that an illegal play breaks.
fn reason(position: Position, roll: Roll, text: &str) -> IllegalReason {
    match parse_play(position, Some(roll), text) {
        Err(NotationError::Illegal(illegal)) => {
            assert_eq!((illegal.text.as_str(), illegal.roll), (text, roll));
            illegal.reason
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// Returns the column and the problem of a parse error.
fn unreadable(error: NotationError) -> (usize, Problem) {
    match error {
        NotationError::Unreadable { column, problem, .. } => (column, problem),
        other => panic!("{other:?}"),
    }
}

/// Returns the canonical text of the play that a text means, and checks that there are no remarks.
fn means(position: Position, roll: Roll, text: &str) -> String {
    let parsed = parse_play(position, Some(roll), text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(parsed.remarks, [], "{text}");
    parsed.play.to_string()
}

mod plays {
    use super::*;

    #[test]
    fn every_legal_play_round_trips_as_text() {
        let mut printed = 0;
        for (start, games) in [(Position::START, 12), (Position::NACKGAMMON, 4), (Position::HYPERGAMMON, 60)] {
            for (position, _) in random_turns(start, games) {
                for roll in Roll::all() {
                    let plays = movegen::plays(position, roll);
                    let mut texts = Vec::with_capacity(plays.len());
                    for play in plays {
                        let text = play.to_string();
                        let parsed = parse_play(position, Some(roll), &text);
                        let parsed = parsed.unwrap_or_else(|e| panic!("{position:?} {e}"));
                        assert_eq!(parsed.play, play, "{position:?} {roll} {text}");
                        assert_eq!(parsed.remarks, [], "{position:?} {roll} {text}");
                        assert_eq!(parsed.roll, roll);
                        texts.push(text);
                        printed += 1;
                    }
                    if texts.is_empty() {
                        let parsed = parse_play(position, Some(roll), CANNOT_MOVE).unwrap();
                        assert_eq!(parsed.play.position, position.swap());
                        assert!(parsed.play.moves.is_empty());
                        assert_eq!(parsed.play.to_string(), CANNOT_MOVE);
                    }
                    let count = texts.len();
                    texts.sort();
                    texts.dedup();
                    assert_eq!(texts.len(), count, "two plays read the same: {position:?} {roll}");
                }
            }
        }
        assert!(printed > 100_000, "{printed}");
    }

    #[test]
    fn single_moves_in_any_order_mean_the_same_play() {
        for (position, roll) in random_turns(Position::START, 40) {
            for play in movegen::plays(position, roll) {
                let mut moves: Vec<String> = play.moves.iter().map(|m| m.to_string()).collect();
                moves.reverse();
                // Hits are not marked, so the play with the fewest hits is chosen. It moves the same checkers.
                match parse_play(position, Some(roll), &moves.join(", ")) {
                    Ok(parsed) => {
                        assert_eq!(parsed.play.position.opponent(), play.position.opponent());
                    }
                    // A checker's path is written as separate moves, so the text is never ambiguous.
                    Err(error) => panic!("{position:?} {roll} {moves:?}: {error}"),
                }
            }
        }
    }

    #[test]
    fn plays_are_read_in_the_forms_that_people_write() {
        let start = Position::START;
        for (dice, text, canonical) in [
            ((3, 1), "8/5 6/5", "8/5 6/5"),
            ((3, 1), "6/5 8/5", "8/5 6/5"),
            ((3, 1), " 6/5,8/5 ", "8/5 6/5"),
            ((3, 1), "6 / 5  8 / 5", "8/5 6/5"),
            ((3, 1), "8-5, 6-5", "8/5 6/5"),
            ((3, 1), "8->5; 6>5", "8/5 6/5"),
            ((1, 3), "13: 8/5 6/5", "8/5 6/5"),
            ((1, 3), "3-1: 8/5 6/5", "8/5 6/5"),
            ((6, 5), "24/13", "24/13"),
            ((6, 5), "24/18/13", "24/13"),
            ((6, 5), "18/13 24/18", "24/13"),
            ((5, 6), "13/8 8/2", "13/2"),
            ((5, 6), "13/8/2", "13/2"),
            ((6, 4), "24/18 13/9", "24/18 13/9"),
            ((4, 3), "13/9 13/10", "13/10 13/9"),
            ((2, 2), "13/11(2) 6/4(2)", "13/11(2) 6/4(2)"),
            ((2, 2), "13/11 6/4 13/11 6/4", "13/11(2) 6/4(2)"),
            ((2, 2), "13/9(2)", "13/9(2)"),
            ((2, 2), "13/11 (2) 11/9 ( 2 )", "13/9(2)"),
            ((2, 2), "13/11/9/7/5", "13/5"),
            ((3, 3), "24/21(2) 13/10(2)", "24/21(2) 13/10(2)"),
            ((1, 1), "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
            ((1, 1), "6/5(4)", "6/5(4)"),
            ((1, 1), "6/5(3) 24/23", "24/23 6/5(3)"),
        ] {
            assert_eq!(means(start, roll(dice.0, dice.1), text), canonical);
        }
    }

    #[test]
    fn bar_and_off_are_written_in_several_ways() {
        // P091: the bar may be written as 25 and off as 0.
        let on_bar = board("-b----D-C---eE---c-e----AB");
        for text in ["bar/20 24/22", "25/20 24/22", "BAR/20, 24/22", "b/20 24/22"] {
            assert!(reason(on_bar, roll(5, 2), text) == IllegalReason::BarFirst, "{text}");
        }
        let on_bar = board("-b----E-C---eE---c-e----AA");
        for text in ["bar/20 24/22", "52: 25/20 24/22", "24/22 Bar/20", "b/20 24/22"] {
            assert_eq!(means(on_bar, roll(5, 2), text), "bar/20 24/22");
        }
        assert_eq!(means(on_bar, roll(5, 2), "25/20/18"), "bar/18");

        let bearing_off = board("-CB-ABA----------d-e-f----");
        for text in ["6/off 1/off", "6/0 1/0", "61: 6/0 1/0", "1/Off 6/OFF", "6/o 1/o"] {
            assert_eq!(means(bearing_off, roll(6, 1), text), "6/off 1/off");
        }
        let four = board("-D---------------d-e-f----");
        assert_eq!(means(four, roll(6, 6), "1/off(4)"), "1/off(4)");
        assert_eq!(means(four, roll(3, 2), "1/off(2)"), "1/off(2)");
    }

    #[test]
    fn hits_are_marked_in_the_canonical_text() {
        let blots = board("-----a-E-C--bE---c-e--a-B-");
        for (dice, text) in [((2, 1), "24/22*/21"), ((3, 2), "24/22* 13/10"), ((5, 4), "9/5* 7/2")] {
            assert_eq!(means(blots, roll(dice.0, dice.1), text), text);
        }
        // Two checkers land on one blot: the first one hits.
        let target = board("--------a--A-A---c-c----B-");
        assert_eq!(means(target, roll(5, 3), "11/8* 13/8"), "13/8* 11/8");
        // Two checkers take the same path: the first one hits.
        let open = board("-----------------c-c--a-B-");
        assert_eq!(means(open, roll(2, 2), "24/22(2)* 22/20(2)").as_str(), "24/22*/20(2)");
    }

    #[test]
    fn p017_two_paths_of_which_one_hits() {
        let position = board("-b---GG----a-A-----eeb----");
        let roll = roll(3, 2);
        let plain = parse_play(position, Some(roll), "13/8").unwrap();
        let hitting = parse_play(position, Some(roll), "13/11*/8").unwrap();
        assert_ne!(plain.play.position, hitting.play.position);
        assert_eq!((plain.remarks, hitting.remarks), (vec![], vec![]));
        assert_eq!(plain.play.to_string(), "13/8");
        assert_eq!(hitting.play.to_string(), "13/11*/8");
        assert_eq!(means(position, roll, "13/10/8"), "13/8");
        assert_eq!(hitting.play.position.own().count(25), 1);
        // If the path is written out, it is unambiguous even without the star.
        let unmarked = parse_play(position, Some(roll), "13/11/8").unwrap();
        assert_eq!(unmarked.play, hitting.play);
        let eleven = Point::new(11).unwrap();
        assert_eq!(unmarked.remarks, [Remark::HitNotMarked { point: eleven }]);
        // The star is in the wrong place.
        let eight = Point::new(8).unwrap();
        let wrong = parse_play(position, Some(roll), "13/8*").unwrap();
        assert_eq!(wrong.play, plain.play);
        assert_eq!(wrong.remarks, [Remark::NothingHit { point: eight }]);
    }

    #[test]
    fn the_only_path_may_hit() {
        // The 10-point is held.
        let position = board("-b---GG---ba-A-----ee-----");
        let parsed = parse_play(position, Some(roll(3, 2)), "13/8").unwrap();
        assert_eq!(parsed.play.to_string(), "13/11*/8");
        let eleven = Point::new(11).unwrap();
        assert_eq!(parsed.remarks, [Remark::HitNotMarked { point: eleven }]);
        assert_eq!(parsed.remarks[0].to_string(), "a blot is hit on the 11-point, but no * marks it");
    }

    #[test]
    fn two_paths_that_both_hit_are_ambiguous() {
        let position = board("-b---GG---aa-A-----ee-----");
        let error = parse_play(position, Some(roll(3, 2)), "13/8").unwrap_err();
        let (_, problem) = unreadable(error.clone());
        assert!(matches!(problem, Problem::Ambiguous { .. }), "{problem}");
        assert!(error.to_string().contains("13/11*/8"), "{error}");
        assert!(error.to_string().contains("13/10*/8"), "{error}");
        assert_eq!(means(position, roll(3, 2), "13/10*/8"), "13/10*/8");
        assert_eq!(means(position, roll(3, 2), "13/11*/8"), "13/11*/8");
    }

    #[test]
    fn p093_a_turn_that_passes_has_many_spellings() {
        let dances = board("a----E-C----eE---c-d----AA");
        let shut = roll(6, 6);
        assert!(movegen::plays(dances, shut).is_empty());
        for text in [
            "Cannot Move",
            "Can't Move",
            "Can’t move",
            "cannot move",
            "(no play)",
            "no move",
            "Pass",
            "",
            "  ",
            "66:",
            "66: Cannot Move",
        ] {
            let parsed = parse_play(dances, Some(shut), text).unwrap();
            assert!(parsed.play.moves.is_empty());
            assert_eq!(parsed.play.position, dances.swap());
        }
        let plays = movegen::plays(Position::START, roll(3, 1)).len();
        for text in ["Cannot Move", "", "31: Cannot Move"] {
            let reason = reason(Position::START, roll(3, 1), text);
            assert_eq!(reason, IllegalReason::MustPlay { plays });
        }
    }

    #[test]
    fn the_dice_come_from_the_text_or_the_caller() {
        let parsed = parse_play(Position::START, None, "31: 8/5 6/5").unwrap();
        assert_eq!(parsed.roll, roll(3, 1));
        let error = parse_play(Position::START, None, "8/5 6/5").unwrap_err();
        assert_eq!(unreadable(error).1, Problem::NoDice);
        let error = parse_play(Position::START, Some(roll(4, 1)), "31: 8/5 6/5").unwrap_err();
        let (found, rolled) = (roll(3, 1), roll(4, 1));
        assert_eq!(unreadable(error).1, Problem::OtherDice { found, rolled });
    }

    #[test]
    fn p023_turns_can_pass_one_after_the_other() {
        // Both sides can enter with a six alone.
        let position = board("aBBBBB--------------bbbbbA");
        let parsed = parse_play(position, None, "31: Cannot Move").unwrap();
        let again = parse_play(parsed.play.position, None, "54: Cannot Move").unwrap();
        assert_eq!(again.play.position, position);
    }

    #[test]
    fn a_parse_error_names_the_column() {
        for (text, column) in [
            ("8/5 x/5", 5),
            ("8/5 6", 6),
            ("8/5 6/", 7),
            ("8/26", 3),
            ("999999999999/5", 1),
            ("off/5", 1),
            ("0/5", 1),
            ("6/bar", 3),
            ("8/5 6/25", 7),
            ("8*/5", 2),
            ("8/5(5)", 5),
            ("8/5(2", 6),
            ("8/5(0)", 5),
            ("8/5()", 5),
            ("3/off*", 6),
            ("37: 8/5", 1),
            (" x: 8/5", 2),
            (": 8/5", 1),
            ("31: 8/5 31: 6/5", 9),
            ("8/5é", 4),
            ("/", 1),
            ("é8/5", 1),
            ("--", 1),
            ("8/5/é", 5),
        ] {
            let error = parse_play(Position::START, Some(roll(3, 1)), text).unwrap_err();
            assert!(error.to_string().starts_with("play, column "), "{error}");
            assert_eq!(unreadable(error).0, column, "{text}");
        }
        let long = "8/5 ".repeat(100_000);
        let error = parse_play(Position::START, Some(roll(3, 1)), &long).unwrap_err();
        assert!(error.to_string().len() < 200);
    }
}

mod illegal {
    use super::*;

    fn check(position: Position, dice: (u8, u8), text: &str, expected: IllegalReason, said: &str) {
        let found = reason(position, roll(dice.0, dice.1), text);
        assert_eq!(found, expected, "{text}");
        assert!(found.to_string().contains(said), "{found}");
    }

    #[test]
    fn r1_4_backwards() {
        let expected = IllegalReason::Backwards { source: 5, destination: 8 };
        check(Position::START, (3, 1), "5/8", expected, "backwards");
        let expected = IllegalReason::Backwards { source: 6, destination: 6 };
        check(Position::START, (3, 1), "6/6", expected, "does not move");
    }

    #[test]
    fn r3_1_the_dice() {
        let none = |pips| IllegalReason::NoSuchNumber { pips };
        check(Position::START, (3, 1), "8/5 13/8", none(5), "no die or sum of the dice equals 5 (R3.1)");
        check(Position::START, (6, 1), "13/5", none(8), "no die or sum of the dice equals 8 (R3.1)");
        let few = IllegalReason::NotEnoughDice;
        check(Position::START, (3, 1), "8/5 13/10", few, "not enough");
        check(Position::START, (3, 1), "8/5 6/5 24/23", few, "not enough");
        check(Position::START, (1, 1), "6/5(4) 8/7", few, "not enough");
    }

    #[test]
    fn r3_3_a_held_point() {
        let held = IllegalReason::Held { point: 19 };
        check(Position::START, (5, 1), "24/19 6/5", held, "the opponent holds the 19-point");
        let on_bar = board("-b----E-C---eE---c-e----AA");
        let held = IllegalReason::Held { point: 19 };
        check(on_bar, (6, 1), "bar/19 24/23", held, "R3.3");
        check(on_bar, (6, 1), "bar/24 bar/19", IllegalReason::NoChecker { source: 25 }, "the bar");
    }

    #[test]
    fn r3_4_every_path_is_blocked() {
        let position = board("-a---GG---bb-A-----ee-----");
        let none = IllegalReason::Blocked { source: 13, destination: 8 };
        check(position, (3, 2), "13/8", none, "R3.4");
        let held = IllegalReason::Held { point: 11 };
        check(position, (3, 2), "13/11/8", held, "11-point");
        // The path over the 11-point is open, but it ends on a held point.
        let position = board("-a---GG-b-b--A-----ee-----");
        check(position, (3, 2), "13/8", IllegalReason::Held { point: 8 }, "8-point");
    }

    #[test]
    fn no_checker() {
        let none = IllegalReason::NoChecker { source: 9 };
        check(Position::START, (3, 1), "9/6 6/5", none, "no checker on the 9-point");
        let none = IllegalReason::NoChecker { source: 24 };
        check(Position::START, (1, 1), "24/23(3) 6/5", none, "24-point");
    }

    #[test]
    fn r3_5_all_that_can_be_played() {
        let too = IllegalReason::PlayOtherToo { die: 6 };
        check(Position::START, (6, 1), "8/7", too, "the 6 must be played too (R3.5)");
        let more = IllegalReason::PlayMore { die: 1, played: 2, possible: 4 };
        check(Position::START, (1, 1), "6/5(2)", more, "4 times, not 2");
        // P001: only 24/22 8/2 plays both numbers.
        let only_one = board("----b-M-A-------b-cdd---A-");
        let plays = movegen::plays(only_one, roll(6, 2));
        assert_eq!(plays.len(), 1);
        assert_eq!(means(only_one, roll(6, 2), "24/22 8/2"), "24/22 8/2");
        check(only_one, (6, 2), "8/6", IllegalReason::PlayBoth, "both numbers");
    }

    #[test]
    fn r3_6_the_larger() {
        // P005.
        let position = board("-Nb----------A-----eec----");
        assert_eq!(means(position, roll(6, 5), "13/7"), "13/7");
        let larger = IllegalReason::PlayLarger { die: 6 };
        check(position, (6, 5), "13/8", larger, "it must be the larger, 6 (R3.6)");
    }

    #[test]
    fn r4_2_entering_comes_first() {
        let on_bar = board("-b----E-C---eE---c-e----AA");
        let first = IllegalReason::BarFirst;
        check(on_bar, (5, 2), "24/22 13/8", first, "must enter first (R4.2)");
        // P009: one checker enters, and the other number cannot be played.
        let two = board("------E-C----Ee----bbb-bbB");
        assert_eq!(means(two, roll(3, 1), "bar/22"), "bar/22");
        check(two, (3, 1), "bar/22 6/5", first, "R4.2");
    }

    #[test]
    fn r5_1_all_at_home() {
        let outside = board("-CB-ABA----------d-e-f-A--");
        let not_home = IllegalReason::NotAllHome;
        check(outside, (6, 1), "6/off 1/off", not_home, "outside the home board");
        let seven = board("-CB-ABAB---------d-e-f----");
        check(seven, (6, 1), "7/off", not_home, "R5.1");
    }

    #[test]
    fn r5_3_a_higher_checker() {
        let position = board("--B-B------------d-e-f----");
        let higher = IllegalReason::HigherMustMove { die: 3, source: 2 };
        check(position, (3, 1), "2/off 4/3", higher, "a higher point must be moved");
        assert_eq!(means(position, roll(5, 2), "4/off 2/off"), "4/off 2/off");
    }

    #[test]
    fn r5_7_the_game_is_over() {
        let over = board("-----------------d-e-f----");
        for text in ["", "6/5", "Cannot Move"] {
            check(over, (3, 1), text, IllegalReason::GameOver, "over");
        }
    }

    #[test]
    fn p103_an_illegal_move_is_an_error() {
        let error = parse_play(Position::START, None, "51: 13/6").unwrap_err();
        assert_eq!(error.to_string(), "`51: 13/6` is not legal with 5-1: no die or sum of the dice equals 7 (R3.1)");
        let error = parse_play(Position::START, None, "65: 13/7 24/19").unwrap_err();
        assert_eq!(error.to_string(), "`65: 13/7 24/19` is not legal with 6-5: the opponent holds the 19-point (R3.3)");
    }

    /// Tries two moves from every pair of sources. An accepted play must be legal; an illegal one must not have the moves of a
    /// legal play.
    #[test]
    fn only_illegal_plays_are_refused() {
        for (position, roll) in random_turns(Position::START, 6) {
            if roll.is_double() {
                continue;
            }
            let legal = movegen::plays(position, roll);
            for first in 1..=25_u8 {
                for second in 1..=25_u8 {
                    let step = |source: u8, die: Die| {
                        let to = source.saturating_sub(die.number());
                        format!("{source}/{to}")
                    };
                    let text = format!("{} {}", step(first, roll.high()), step(second, roll.low()));
                    match parse_play(position, Some(roll), &text) {
                        Ok(parsed) => assert!(legal.contains(&parsed.play), "{text}"),
                        Err(NotationError::Illegal(illegal)) => {
                            for play in &legal {
                                let mut sources: Vec<_> =
                                    play.moves.iter().map(|m| (m.source, m.destination)).collect();
                                sources.sort_unstable();
                                let same = [
                                    (first, first.saturating_sub(roll.high().number())),
                                    (second, second.saturating_sub(roll.low().number())),
                                ];
                                let mut same = same.to_vec();
                                same.sort_unstable();
                                assert_ne!(sources, same, "{position:?} {illegal}");
                            }
                        }
                        Err(error) => panic!("{text}: {error}"),
                    }
                }
            }
        }
    }
}

mod ids {
    use super::*;

    const PAIRS: &str = include_str!("golden/xgid_gnubgid_pairs.jsonl");

    /// Each XGID with its position ID and match ID.
    const MORE: [(&str, &str, &str); 7] = [
        ("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "4HPwATDgc/ABMA", "cAkAAAAAAAAE"),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", "4HPwATDgc/ABMA", "cIkFAAAAAAAA"),
        ("--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8", "u61jAAButwMGAA", "UQkFAAAAAAAE"),
        ("-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8", "4HPkASjg2+ABMA", "cAkHAAAAAAAA"),
        ("----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10", "4O3CgAXgZ8wMIA", "cAlmAQAACAAE"),
        ("--aaB-C-C-ABdB---bbe---AA-:0:0:1:54:6:9:0:11:10", "4NvgARSYc5oBKA", "cIlyAZAAMAAE"),
        ("-b----E-C---eE---c-e----B-:1:1:1:00:3:5:0:7:10", "4HPwATDgc/ABMA", "UQngAFAAGAAE"),
    ];

    fn check_pair(xgid_text: &str, gnubg_text: &str) {
        let xgid = Situation::from_xgid(xgid_text, None).unwrap();
        assert_eq!(xgid.to_xgid().unwrap(), format!("XGID={xgid_text}"));
        let id = Situation::from_gnubg_id(gnubg_text, None).unwrap();
        assert_eq!(id.to_gnubg_id().unwrap(), gnubg_text);
        // GNU Backgammon seats the player on roll as its player 1, and writes the larger die first.
        assert_eq!(xgid.seated_at_bottom().to_gnubg_id().unwrap(), gnubg_text, "{xgid_text}");
        assert_eq!(position_id(xgid.position), gnubg_text[..14]);
        let back = Situation::from_xgid(&id.to_xgid().unwrap(), None).unwrap();
        assert_eq!(back.turn, Seat::Bottom);
        assert_eq!(back.to_gnubg_id().unwrap(), gnubg_text);
        let dice = xgid.dice.map(|(a, b)| (a.max(b), a.min(b)));
        let said = Situation { dice, beavers: false, max_cube_exponent: 10, ..xgid.seated_at_bottom() };
        assert_eq!(Situation { jacoby: said.jacoby, ..back }, said);
        // An OGID does not encode the Jacoby rule.
        let ogid = xgid.to_ogid().unwrap();
        let said = Situation { beavers: false, jacoby: false, max_cube_exponent: 10, ..xgid };
        assert_eq!(Situation::from_ogid(&ogid, None), Ok(said), "{ogid}");
    }

    #[test]
    fn published_pairs() {
        let mut pairs = 0;
        for line in PAIRS.lines() {
            let pair: serde_json::Value = serde_json::from_str(line).unwrap();
            check_pair(pair["xgid"].as_str().unwrap(), pair["gnubgid"].as_str().unwrap());
            pairs += 1;
        }
        assert_eq!(pairs, 150);
        for (xgid, position, match_id) in MORE {
            check_pair(xgid, &format!("{position}:{match_id}"));
        }
    }

    #[test]
    fn scores_before_and_after_the_crawford_game() {
        for (crawford, match_id) in [(true, "8AngAGAAIAAE"), (false, "cAngAGAAIAAE")] {
            // The player on roll has 4 points.
            let text = format!("4HPwATDgc/ABMA:{match_id}");
            let found = Situation::from_gnubg_id(&text, None).unwrap();
            let said = Situation { match_length: 7, score: [6, 4], crawford, ..Situation::new(Position::START) };
            assert_eq!(found, said);
            assert_eq!(found.to_gnubg_id().unwrap(), text);
        }
    }

    /// P083: GNU Backgammon 1.07 prints an ID in which nothing is offered.
    #[test]
    fn a_pending_double_is_kept() {
        let text = "XGID=--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10";
        let xgid = Situation::from_xgid(text, None).unwrap();
        assert_eq!(xgid.to_xgid().unwrap(), text);
        assert_eq!((xgid.offer, xgid.dice), (Some(Offer::Double), None));
        assert_eq!((xgid.turn, xgid.decides), (Seat::Top, Seat::Bottom));
        let id = xgid.to_gnubg_id().unwrap();
        let back = Situation::from_gnubg_id(&id, None).unwrap();
        assert_eq!(back, Situation { beavers: false, ..xgid });
        let lost = Situation { offer: None, decides: Seat::Top, ..xgid };
        assert_ne!(lost.to_gnubg_id().unwrap(), id);
        // The fields after the board: the cube is offered, and the doubler is named.
        assert!(xgid.to_ogid().unwrap().contains(":W2O::W:D:"), "{:?}", xgid.to_ogid());
    }

    #[test]
    fn r7_3_a_double_by_the_player_who_does_not_own_the_cube_is_refused_by_every_reader() {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:2:-1:1:D:3:5:0:7:10";
        let gnubg_id = "4HPwATDgc/ABMA:QhHgAFAAGAAE";
        let ogid = "11ccccchhhjjjjj:66666888dddddoo:W2O::B:D:5:3:7:";
        for text in [xgid, gnubg_id, ogid] {
            let error = Situation::parse(text, None).unwrap_err();
            assert!(error.to_string().contains("does not own the cube (R7.3)"), "{text}: {error}");
            // A double by the owner of the cube is read.
            let right = text.replace(":2:-1:1:D", ":2:1:1:D").replace("QhHg", "UhHg").replace("W2O", "B2O");
            let found = Situation::parse(&right, None).unwrap();
            assert_eq!(
                (found.offer, found.turn, found.cube_owner),
                (Some(Offer::Double), Seat::Bottom, Some(Seat::Bottom))
            );
            let wrong = Situation { cube_owner: Some(Seat::Top), ..found };
            for written in [wrong.to_xgid(), wrong.to_gnubg_id(), wrong.to_ogid()] {
                assert!(written.unwrap_err().to_string().contains("does not own the cube"));
            }
        }
    }

    #[test]
    fn beavers_and_raccoons_are_kept_in_an_xgid_only() {
        for (letter, offer) in [("B", Offer::Beaver), ("R", Offer::Raccoon)] {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:1:-1:1:{letter}:0:0:3:0:10");
            let xgid = Situation::from_xgid(&text, None).unwrap();
            assert_eq!(xgid.offer, Some(offer));
            assert_eq!(xgid.decides, if letter == "B" { Seat::Bottom } else { Seat::Top });
            assert_eq!(xgid.to_xgid().unwrap(), text);
            for error in [xgid.to_gnubg_id().unwrap_err(), xgid.to_ogid().unwrap_err()] {
                assert!(error.to_string().contains("is unanswered"), "{error}");
            }
        }
    }

    #[test]
    fn an_xgid_is_recognised_with_or_without_its_prefix() {
        let plain = "-b----E-C---eE---c-e----B-:0:0:1:16:0:0:0:0:10";
        let xgid = Situation::from_xgid(plain, None).unwrap();
        assert_eq!(xgid.dice, Some((Die::new(1).unwrap(), Die::new(6).unwrap())));
        for text in [format!("XGID={plain}"), format!("  {plain}  "), format!("\txgid={plain}\r\n")] {
            assert_eq!(Situation::from_xgid(&text, None).unwrap(), xgid);
        }
        assert_eq!(xgid.position, Position::START);
        let new = Situation::new(Position::START);
        assert_eq!(new.to_xgid().unwrap(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    }

    #[test]
    fn p087_the_cube_field_is_a_logarithm() {
        for exponent in [0, 6, 9, 10, 24, 60] {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:{exponent}:1:1:00:0:0:0:0:10");
            let xgid = Situation::from_xgid(&text, None).unwrap();
            assert_eq!(xgid.cube_exponent, exponent);
            assert_eq!(xgid.to_xgid().unwrap(), text);
            for (written, most) in [(xgid.to_gnubg_id(), 15), (xgid.to_ogid(), 9)] {
                if exponent <= most {
                    assert_eq!(Situation::parse(&written.unwrap(), None).unwrap().cube_exponent, exponent);
                } else {
                    let error = written.unwrap_err();
                    assert!(error.to_string().contains("the cube exponent"), "{error}");
                }
            }
        }
    }

    #[test]
    fn p085_the_error_of_an_invalid_xgid_names_the_field() {
        let board = "-b----E-C---eE---c-e----B-";
        for (text, column, said) in [
            ("-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10".to_owned(), 1, "25 characters"),
            ("-b----E-C---eE---c-e----B--:0:0:1:00:0:0:0:0:10".to_owned(), 1, "27 characters"),
            ("Ab----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:10".to_owned(), 1, "at the top"),
            ("-a----E-C---eE---c-e----Ba:0:0:1:00:0:0:0:0:10".to_owned(), 26, "at the bottom"),
            ("-b----F-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10".to_owned(), 1, "16 checkers"),
            ("-b----E-C---eE---c-e---bB-:0:0:1:00:0:0:0:0:10".to_owned(), 1, "lowercase letters"),
            ("-b----P-----e----c-e------:0:0:1:00:0:0:0:0:10".to_owned(), 7, "`P`"),
            ("XGID=-b----é-----e----c-e------:0:0:1:00:0:0:0:0:10".to_owned(), 12, "`é`"),
            (format!("{board}:0:0:1:00:0:0:0:0"), 1, "9 fields"),
            (format!("{board}:0:0:1:00:0:0:0:0:10:0"), 1, "11 fields"),
            (board.to_owned(), 1, "1 field; expected 10"),
            (String::new(), 1, "1 field; expected 10"),
            (format!("{board}:61:0:1:00:0:0:0:0:10"), 28, "the cube exponent is `61`"),
            (format!("{board}:-1:0:1:00:0:0:0:0:10"), 28, "the cube exponent is `-1`"),
            (format!("{board}:+1:0:1:00:0:0:0:0:10"), 28, "the cube exponent is `+1`"),
            (format!("{board}::0:1:00:0:0:0:0:10"), 28, "the cube exponent is ``"),
            (format!("{board}:0:2:1:00:0:0:0:0:10"), 30, "the cube position is `2`"),
            (format!("{board}:0:0:0:00:0:0:0:0:10"), 32, "the turn is `0`"),
            (format!("{board}:0:0:-2:00:0:0:0:0:10"), 32, "the turn is `-2`"),
            (format!("{board}:0:0:1:07:0:0:0:0:10"), 34, "the dice field is `07`"),
            (format!("{board}:0:0:1:30:0:0:0:0:10"), 34, "the dice field is `30`"),
            (format!("{board}:0:0:1:0:0:0:0:0:10"), 34, "the dice field is `0`"),
            (format!("{board}:0:0:1:X:0:0:0:0:10"), 34, "the dice field is `X`"),
            (format!("{board}:0:0:1:é:0:0:0:0:10"), 34, "the dice field is `é`"),
            (format!("{board}:0:0:1:00:x:0:0:7:10"), 37, "the score at the bottom is `x`"),
            (format!("{board}:0:0:1:00:0:32768:0:7:10"), 39, "the score at the top is `32768`"),
            (format!("{board}:0:0:1:00:7:0:0:7:10"), 37, "already won the match"),
            (format!("{board}:0:0:1:00:0:8:0:7:10"), 39, "already won the match"),
            (format!("{board}:0:0:1:00:0:0:4:0:10"), 41, "Crawford/Jacoby field is `4`"),
            (format!("{board}:0:0:1:00:0:0:2:7:10"), 41, "Crawford/Jacoby field is `2`"),
            (format!("{board}:0:0:1:00:3:5:1:7:10"), 41, "cannot be the Crawford game"),
            (format!("{board}:0:0:1:é:0:0:x:7:10"), 40, "Crawford/Jacoby field is `x`"),
            (format!("{board}:0:0:1:00:0:0:0:99999:10"), 43, "the match length is `99999`"),
            (format!("{board}:0:0:1:00:0:0:0:0:61"), 45, "the largest cube exponent is `61`"),
            (format!("{board}:0:0:1:00:0:0:0:0:"), 45, "the largest cube exponent is ``"),
        ] {
            let error = Situation::from_xgid(&text, Some(15)).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(said), "{text}: {message}");
            assert!(message.starts_with("XGID, column "), "{message}");
            assert_eq!(unreadable(error).0, column, "{text}: {message}");
        }
        let empty = "--------------------------:0:0:1:00:0:0:0:0:10";
        let error = Situation::from_xgid(empty, None).unwrap_err();
        assert!(matches!(error, NotationError::Position { notation: Notation::Xgid, .. }));
        assert!(Situation::from_xgid(empty, Some(0)).is_err());
        assert!(Situation::from_xgid(empty, Some(255)).is_err());
    }

    #[test]
    fn p081_each_bar_is_on_its_own_side() {
        let position = board("a----E-C----eE---c-d----AA");
        assert_eq!(position_id(position), "4Dn4ABB8DnwAFA");
        assert_eq!(position.own().count(25), 1);
        assert_eq!(position.opponent().count(25), 1);
        // Only one side is on the bar.
        let own = board("-b----E-C---eE---c-e----AA");
        assert_eq!((own.own().count(25), own.opponent().count(25)), (1, 0));
        let other = board("aa----E-C---eE---c-e----B-");
        assert_eq!((other.own().count(25), other.opponent().count(25)), (0, 1));
    }

    #[test]
    fn p089_the_state_of_the_game_is_reported() {
        for (state, said) in [
            (GameState::NotStarted, "no game has been started"),
            (GameState::Over, "borne off all"),
            (GameState::Resigned, "resigned"),
            (GameState::Dropped, "refused"),
        ] {
            let situation = Situation { state, ..Situation::new(Position::START) };
            let text = situation.to_gnubg_id().unwrap();
            assert_eq!(Situation::from_gnubg_id(&text, None), Ok(situation));
            for error in [situation.to_xgid().unwrap_err(), situation.to_ogid().unwrap_err()] {
                assert!(error.to_string().contains(said), "{error}");
            }
        }
        // A side has borne off.
        let over = Situation::new(board("-----------------d-e-f----"));
        assert_eq!(over.state, GameState::Over);
        let written = over.to_gnubg_id().unwrap();
        assert_eq!(Situation::from_gnubg_id(&written, None), Ok(over));
        assert_eq!(Situation::from_xgid(&over.to_xgid().unwrap(), None), Ok(over));
    }

    #[test]
    fn r7_8_either_player_resigns_before_or_after_the_roll() {
        let die = |number| Die::new(number).unwrap();
        for dice in [None, Some((die(6), die(1)))] {
            for (decides, by) in [(Seat::Bottom, Seat::Top), (Seat::Top, Seat::Bottom)] {
                for win in [Win::Single, Win::Gammon, Win::Backgammon] {
                    let start = Situation::new(Position::START);
                    let resigned = Situation { dice, decides, resignation: Some(win), ..start };
                    assert_eq!(resigned.resigned(), Some((by, win)));
                    let text = resigned.to_gnubg_id().unwrap();
                    assert_eq!(Situation::from_gnubg_id(&text, None), Ok(resigned));
                    assert!(resigned.to_xgid().unwrap_err().to_string().contains("resignation"));
                }
            }
        }
        // According to GNU Backgammon's manual, the player without the turn made the offer. Here nothing is offered.
        let nobody = Situation { decides: Seat::Top, ..Situation::new(Position::START) };
        assert!(nobody.to_gnubg_id().unwrap_err().to_string().contains("must decide"));
    }

    #[test]
    fn r10_1_hypergammon_is_inferred_from_the_board() {
        for (position, _) in random_turns(Position::HYPERGAMMON, 60) {
            let all_home =
                [position.own(), position.opponent()].iter().all(|side| (7..=25).all(|place| side.count(place) == 0));
            for turn in [Seat::Bottom, Seat::Top] {
                let situation = Situation { turn, decides: turn, ..Situation::new(position) };
                let expected = if all_home { 15 } else { 3 };
                for text in [situation.to_xgid().unwrap(), situation.to_gnubg_id().unwrap()] {
                    assert_eq!(Situation::parse(&text, None).unwrap().position.checkers(), expected, "{text}");
                    assert_eq!(Situation::parse(&text, Some(3)), Ok(situation));
                }
                // An OGID encodes the number of checkers.
                let ogid = situation.to_ogid();
                assert!(ogid.is_err() == position.is_over());
                if let Ok(ogid) = ogid {
                    assert_eq!(Situation::parse(&ogid, None), Ok(situation));
                }
            }
        }
        for (start, games) in [(Position::START, 40), (Position::LONGGAMMON, 10)] {
            for (position, _) in random_turns(start, games) {
                let text = Situation::new(position).to_xgid().unwrap();
                assert_eq!(Situation::parse(&text, None).unwrap().position, position, "{text}");
            }
        }
        // The end of a race, with thirteen and fourteen checkers off.
        let text = "----A-A------------a------";
        let found = Situation::parse(text, None).unwrap().position;
        assert_eq!((found.own().count(0), found.opponent().count(0)), (13, 14));
        assert_eq!(Situation::parse(text, Some(3)).unwrap().position.checkers(), 3);
    }

    /// Positions that `HedgeHog` exported, from the tests of `AnkiGammon` and `blunderDB`.
    #[test]
    fn ogids_are_read_as_hedgehog_writes_them() {
        let die = |number| Die::new(number).unwrap();
        for (text, turn, dice, offer, score, length, crawford) in [
            ("11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0", Seat::Top, Some((4, 6)), None, [0, 0], 3, false),
            ("17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1", Seat::Bottom, Some((4, 6)), None, [0, 0], 3, false),
            (
                "OGID=cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11",
                Seat::Bottom,
                None,
                Some(Offer::Double),
                [0, 0],
                3,
                false,
            ),
            (
                "ccccchhhjjjllmm:24455566699ddkk:N0O::W:D:1:1:3:10",
                Seat::Top,
                None,
                Some(Offer::Double),
                [1, 1],
                3,
                false,
            ),
            ("99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13", Seat::Top, Some((1, 6)), None, [2, 1], 3, true),
        ] {
            let found = Situation::parse(text, None).unwrap();
            let dice = dice.map(|(first, second)| (die(first), die(second)));
            assert_eq!((found.turn, found.dice, found.offer), (turn, dice, offer), "{text}");
            assert_eq!((found.score, found.match_length, found.crawford), (score, length, crawford), "{text}");
            // The number of the action and the way the game started are not kept.
            let written = found.to_ogid().unwrap();
            let without =
                |text: &str| text.rsplit_once(':').unwrap().0.trim_start_matches("OGID=").replace(":IB:", ":R:");
            assert_eq!(without(&written), without(text));
        }
        // White plays 7/6 7/1* from this position, so White holds the 7-point and Black has a blot on White's ace point.
        let white = Situation::parse("99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13", None).unwrap().position;
        assert_eq!((white.own().count(7), white.opponent().count(24)), (2, 1));
        // White has a checker on the bar, and Black is to play 3-3.
        let black = Situation::parse("03cccchhhhjjjjj:16666888dddddoo:N0N:33:W:R:0:1:3:3", None).unwrap();
        assert_eq!((black.position.opponent().count(25), black.turn), (1, Seat::Bottom));
        // A checker borne off may be written as q.
        let off = Situation::parse("11jjjjjhhhccccq:ooddddd88866666:B1N::W::0:0::", None).unwrap();
        assert_eq!((off.position.opponent().count(0), off.position.own().count(0)), (1, 0));
        assert_eq!((off.cube_exponent, off.cube_owner), (1, Some(Seat::Bottom)));
    }

    #[test]
    fn the_error_of_an_invalid_ogid_names_the_field() {
        let start = "11ccccchhhjjjjj:66666888dddddoo";
        for (text, column, said) in [
            ("11ccccchhhjjjjj:66666888dddddoo".to_owned(), 1, "2 fields; expected 3 to 11"),
            (format!("{start}:N0N:31:W:R:0:0:7:1:15:0"), 1, "12 fields"),
            (format!("1!{start}:N0N"), 1, "White is"),
            (format!("1{start}:N0N"), 1, "White has 16 checkers"),
            (format!("{start}p0:N0N"), 17, "Black is"),
            (format!("{start}:X0N"), 33, "the cube field"),
            (format!("{start}:N0T"), 33, "the cube field"),
            (format!("{start}:N0N:37:W"), 37, "the dice field"),
            (format!("{start}:N0N:31:X"), 40, "the player"),
            (format!("{start}:N0N:31:W:FB"), 42, "the state of the game"),
            (format!("{start}:N0N:31:W:R:x"), 44, "the score of White"),
            (format!("{start}:N0N:31:W:R:0:0:7X"), 48, "the match length"),
            (format!("{start}:N0N:31:W:R:0:0:C"), 48, "the match length"),
            (format!("{start}:N0N:31:W:R:7:0:7"), 1, "already won the match"),
            (format!("{start}:N0N:31:W:R:0:0:7C"), 1, "Crawford"),
            (format!("{start}:N0O:31:W:R:0:0:7"), 1, "the dice are rolled"),
            (format!("{start}:N0N:31:W:R:0:0:7::16"), 51, "the number of checkers"),
        ] {
            let error = Situation::from_ogid(&text, None).unwrap_err();
            assert!(error.to_string().contains(said), "{text}: {error}");
            assert_eq!(unreadable(error).0, column, "{text}");
        }
        assert!(Situation::from_ogid(&format!("{start}:N0N:31:W:R:0:0:7:1:14"), None).is_err());
        assert!(Situation::from_ogid("1:1:N0N", None).is_err(), "both sides have checkers on the same point");
    }

    #[test]
    fn ids_are_found_in_clipboard_text() {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
        let from_xg = format!(
            "{xgid}\n\nX:Player 1   O:Player 2\nScore is X:0 O:0 7 pt.(s) match.\n +13-14-15-16-17-18------19-20-21-22-23-24-+\n\
             | X           O    |   | O              X |\n\nPip count  X: 167  O: 167 X-O: 0-0/7\nCube: 1\nX to play 31\n"
        );
        let expected = Situation::from_xgid(xgid, None).unwrap();
        for text in
            [from_xg.clone(), format!("Position 12:\r\n{from_xg}"), format!("  {xgid}  "), from_xg.to_lowercase()]
        {
            let text = text.replace("xgid=-b----e-c---ee---c-e----b-", "xgid=-b----E-C---eE---c-e----B-");
            assert_eq!(Situation::parse(&text, None), Ok(expected), "{text}");
        }
        let gnubg_id = Situation::from_gnubg_id("4HPwATDgc/ABMA:cIkFAAAAAAAA", None).unwrap();
        for text in [
            " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkFAAAAAAAA\n +13-14-15-",
            "Position-ID: 4HPwATDgc/ABMA Match-ID: cIkFAAAAAAAA",
            "The position is\n4HPwATDgc/ABMA:cIkFAAAAAAAA\nand 3-1 is to be played.",
        ] {
            assert_eq!(Situation::parse(text, None), Ok(gnubg_id), "{text}");
        }
        let start = Situation::new(Position::START);
        for text in
            ["4HPwATDgc/ABMA", "-b----E-C---eE---c-e----B-", "Position ID: 4HPwATDgc/ABMA", "\n4HPwATDgc/ABMA\n"]
        {
            assert_eq!(Situation::parse(text, None), Ok(start), "{text}");
        }
        for text in ["", "hello world", "Position ID:", "12:34:56 o'clock", "two\nlines", "XGID=", "é"] {
            assert!(Situation::parse(text, None).is_err(), "{text}");
        }
    }

    #[test]
    fn invalid_gnubg_ids_are_refused() {
        let position = |text: &str| position_from_id(text, 15).unwrap_err().to_string();
        assert!(position("4HPwATDgc/ABM").contains("13 characters, not 14"));
        assert!(position("4HPwATDgc/ABMAA").contains("15 characters, not 14"));
        assert!(position("4HPwATDgc/ABM=").contains("column 14: expected a letter, a digit, + or /, got `=`"));
        assert!(position(" 4HPwATDgc?ABMA").contains("column 11: expected a letter, a digit, + or /, got `?`"));
        assert!(position("4HPwATDgc/ABMB").contains("column 14: unused bits are set"));
        assert!(position("//////////////").contains("unused bits are set"));
        assert!(position("/////////////w").contains("80 checkers"));
        assert!(position("AAAAAAAAAAAAAA").contains("both sides have borne off"));
        // One checker too many; then the ace point of one side, which is the 24-point of the other, held by both.
        let start = position_key(Position::START);
        assert_eq!(position_from_key(start, 15), Ok(Position::START));
        let error = position_from_key(start, 14).unwrap_err().to_string();
        assert!(error.contains("the opponent has 15 checkers"), "{error}");
        let mut one_point = [0; 10];
        one_point[0] = 1;
        one_point[6] = 2;
        let error = position_from_key(one_point, 15).unwrap_err();
        assert!(error.to_string().contains("both sides have checkers on the same point"), "{error}");
        let mut late = start;
        late[9] |= 0x80;
        assert!(position_from_key(late, 15).is_err());

        let matches =
            |text: &str| Situation::from_gnubg_id(&format!("4HPwATDgc/ABMA:{text}"), None).unwrap_err().to_string();
        assert!(matches("cAkAAAAAAAA").contains("11 characters, not 12"));
        assert!(matches("cAkAAAAAAAAEE").contains("13 characters"));
        assert!(matches("cAkAAAA.AAAE").contains("column 23"));
        assert!(matches("YAkAAAAAAAAE").contains("the cube owner is `2`"));
        assert!(matches("cA8AAAAAAAAE").contains("the state of the game is `7`"));
        assert!(matches("cIkDAAAAAAAE").contains("the dice"));
        assert!(matches("cAkAAAAAAAAI").contains("unused bits are set"));

        let both = |text: &str| Situation::from_gnubg_id(text, Some(15)).unwrap_err().to_string();
        assert!(both("4HPwATDgc/ABMA").contains("1 field; expected 2"));
        assert!(both("4HPwATDgc/ABMA:cAkAAAAAAAAE:").contains("3 fields"));
        assert!(both("4HPwATDgc/ABMA:cAkAAAA.AAAE").contains("column 23: expected a letter, a digit, + or /, got `.`"));
        assert!(both("4HPwATDgc.ABMA:cAkAAAAAAAAE").contains("column 10: expected a letter, a digit, + or /, got `.`"));
    }

    #[test]
    fn situations_that_do_not_fit_are_not_written() {
        let start = Situation::new(Position::START);
        for situation in [
            Situation { cube_exponent: 16, ..start },
            Situation { match_length: 32768, ..start },
            Situation { score: [32768, 0], ..start },
            Situation { score: [0, 32768], ..start },
        ] {
            assert!(matches!(situation.to_gnubg_id(), Err(NotationError::Unwritable { .. })));
            assert!(matches!(situation.to_ogid(), Err(NotationError::Unwritable { .. })));
        }
        for situation in [
            Situation { cube_exponent: 61, ..start },
            Situation { match_length: 3, score: [3, 0], ..start },
            Situation { match_length: 3, score: [0, 1], crawford: true, ..start },
            Situation { crawford: true, ..start },
            Situation { max_cube_exponent: 255, ..start },
            Situation { score: [0, u16::MAX], match_length: u16::MAX, ..start },
        ] {
            assert!(matches!(situation.to_xgid(), Err(NotationError::Unwritable { .. })));
        }
    }

    #[test]
    fn positions_of_games_round_trip_as_ids() {
        for (start, checkers) in [(Position::START, 15), (Position::HYPERGAMMON, 3)] {
            for (position, roll) in random_turns(start, 40) {
                let text = position_id(position);
                assert_eq!(text.len(), 14);
                assert_eq!(position_from_id(&text, checkers), Ok(position));
                assert_eq!(position_from_key(position_key(position), checkers), Ok(position));
                for turn in [Seat::Bottom, Seat::Top] {
                    let dice = Some((roll.low(), roll.high()));
                    let situation = Situation { turn, decides: turn, dice, ..Situation::new(position) };
                    let written = situation.to_xgid().unwrap();
                    assert_eq!(Situation::from_xgid(&written, Some(checkers)), Ok(situation));
                    let written = situation.to_ogid().unwrap();
                    assert_eq!(Situation::from_ogid(&written, None), Ok(situation));
                }
            }
        }
    }
}

mod invalid_text {
    use super::*;

    fn any_seat() -> impl Strategy<Value = Seat> {
        prop_oneof![Just(Seat::Top), Just(Seat::Bottom)]
    }

    /// Situations that fit a match ID, whether the rules allow them or not.
    fn any_situation() -> impl Strategy<Value = Situation> {
        let die = || (1_u8..=6).prop_map(|n| Die::new(n).unwrap());
        let state = prop_oneof![
            1 => Just(GameState::NotStarted),
            4 => Just(GameState::Playing),
            1 => Just(GameState::Over),
            1 => Just(GameState::Resigned),
            1 => Just(GameState::Dropped)
        ];
        let resignation =
            prop_oneof![Just(None), Just(Some(Win::Single)), Just(Some(Win::Gammon)), Just(Some(Win::Backgammon))];
        let cube = (0_u8..=15, proptest::option::of(any_seat()), any::<bool>());
        let players = (any_seat(), any_seat(), any::<bool>(), any::<bool>());
        let dice = proptest::option::of((die(), die()).prop_map(|(a, b)| (a.max(b), a.min(b))));
        let points = (0_u16..=32767, 0_u16..=32767, 0_u16..=32767);
        (cube, players, state, resignation, dice, points).prop_map(
            |(cube, players, state, resignation, dice, points)| Situation {
                cube_exponent: cube.0,
                cube_owner: cube.1,
                offer: cube.2.then_some(Offer::Double),
                turn: players.0,
                decides: players.1,
                crawford: players.2,
                jacoby: players.3,
                state,
                resignation,
                dice,
                match_length: points.0,
                score: [points.1, points.2],
                max_cube_exponent: cube.0.max(10),
                ..Situation::new(Position::START)
            },
        )
    }

    /// Texts made of pieces of plays, most of them invalid.
    fn pieces_of_plays() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            (0_u8..=27).prop_map(|n| n.to_string()),
            proptest::sample::select(vec![
                "/",
                "/",
                "/",
                "*",
                "(2)",
                "(",
                ")",
                " ",
                "bar",
                "off",
                "-",
                ">",
                ":",
                ",",
                "31:",
                "é",
                "∞",
                "b",
                "O",
                "Cannot Move",
                "\0",
                "8/5",
                "6/5",
                "13/",
            ])
            .prop_map(str::to_owned),
        ];
        proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// Reads a text in every notation. Nothing may panic, and an ID that was read must keep its position when it is written.
    fn try_all(text: &str) {
        for position in [Position::START, Position::HYPERGAMMON] {
            for roll in [None, Some(roll(3, 1)), Some(roll(6, 6))] {
                if let Ok(parsed) = parse_play(position, roll, text) {
                    let _ = parsed.play.to_string();
                } else if let Err(error) = parse_play(position, roll, text) {
                    assert!(error.to_string().chars().count() < 500);
                }
            }
        }
        for checkers in [0, 3, 15, 255] {
            let _ = position_from_id(text, checkers).map_err(|error| error.to_string());
            let _ = Situation::from_gnubg_id(text, Some(checkers)).map_err(|error| error.to_string());
            let _ = Situation::from_xgid(text, Some(checkers)).map_err(|error| error.to_string());
            let _ = Situation::from_ogid(text, Some(checkers)).map_err(|error| error.to_string());
            let _ = Situation::parse(text, Some(checkers)).map_err(|error| error.to_string());
        }
        if let Ok(found) = Situation::parse(text, None) {
            for written in [found.to_xgid(), found.to_gnubg_id(), found.to_ogid()].into_iter().flatten() {
                let checkers = Some(found.position.checkers());
                assert_eq!(Situation::parse(&written, checkers).unwrap().position, found.position);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            try_all(&text);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            try_all(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn text_resembling_a_play_is_read_or_refused(text in pieces_of_plays()) {
            try_all(&text);
        }

        #[test]
        fn text_resembling_an_xgid_is_read_or_refused(
            text in "(XGID=)?[-A-Pa-pé]{24,27}(:(-?[0-9]{1,2}|D|B|R|é)){8,10}"
        ) {
            try_all(&text);
        }

        #[test]
        fn text_resembling_an_xgid_round_trips(
            text in "-b----E-C---eE---c-e----B-:[0-9]:(-1|0|1):(-1|1):(00|[1-6][1-6]|D|B|R):[0-6]:[0-6]:[01]:7:[0-9]"
        ) {
            // Only the Crawford game and the doubler can be inconsistent.
            match Situation::from_xgid(&text, Some(15)) {
                Ok(xgid) => prop_assert_eq!(xgid.to_xgid().unwrap(), format!("XGID={text}")),
                Err(error) => {
                    let said = error.to_string();
                    prop_assert!(said.contains("Crawford") || said.contains("own the cube"), "{}", said);
                }
            }
        }

        #[test]
        fn text_resembling_an_ogid_is_read_or_refused(
            text in "(OGID=)?[0-9a-r]{0,16}:[0-9a-r]{0,16}:[NWBX][0-9][NOTP](:([1-7][1-6])?:[WB]?:[IWBRDF]{0,2}(:[0-9]){0,4}C?)?"
        ) {
            try_all(&text);
        }

        #[test]
        fn text_resembling_a_gnubg_id_is_read_or_refused(text in "[A-Za-z0-9+/]{13,15}(:[A-Za-z0-9+/]{11,13})?") {
            try_all(&text);
        }

        #[test]
        fn situations_round_trip(situation in any_situation()) {
            match situation.to_gnubg_id() {
                Ok(text) => {
                    prop_assert_eq!(text.len(), 27);
                    prop_assert_eq!(Situation::from_gnubg_id(&text, None), Ok(situation));
                }
                Err(error) => prop_assert!(situation.contradiction().is_some(), "{}", error),
            }
            // The other two notations express every game in progress, except for the fields that they do not have.
            if let Ok(text) = situation.to_xgid() {
                let jacoby = situation.jacoby && situation.match_length == 0;
                prop_assert_eq!(Situation::from_xgid(&text, None), Ok(Situation { jacoby, ..situation }));
            }
            if let Ok(text) = situation.to_ogid() {
                let said = Situation { jacoby: false, max_cube_exponent: 10, ..situation };
                prop_assert_eq!(Situation::from_ogid(&text, None), Ok(said));
            }
        }

        #[test]
        fn a_match_id_that_is_read_is_written_the_same(match_id in "[A-Za-z0-9+/]{11}[AE]") {
            let text = format!("4HPwATDgc/ABMA:{match_id}");
            if let Ok(read) = Situation::from_gnubg_id(&text, None) {
                let written = read.to_gnubg_id().unwrap();
                if read.dice.is_none_or(|(first, second)| first >= second) {
                    prop_assert_eq!(&written, &text);
                } else {
                    // GNU Backgammon writes the larger die first.
                    let (first, second) = read.dice.unwrap();
                    let sorted = Situation { dice: Some((second, first)), ..read };
                    prop_assert_eq!(Situation::from_gnubg_id(&written, None), Ok(sorted));
                }
            }
        }

        #[test]
        fn a_position_key_that_is_read_is_written_the_same(key in any::<[u8; 10]>(), mask in any::<[u8; 10]>()) {
            let sparse = std::array::from_fn(|i| key[i] & mask[i]);
            for key in [key, sparse] {
                if let Ok(position) = position_from_key(key, 15) {
                    prop_assert_eq!(position_key(position), key);
                }
            }
        }
    }
}
