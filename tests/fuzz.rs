//! Every reader of text, bytes and numbers, fed with changed examples: it answers or refuses, and never panics, hangs or
//! leaks memory.
//!
//! `cargo test` runs each target for a second, always with the same inputs; `make fuzz` for a minute, with different inputs
//! each time:
//!
//! | variable | meaning |
//! |---|---|
//! | `GAMMON_FUZZ_SECONDS` | seconds for each target |
//! | `GAMMON_FUZZ_SEED` | which inputs |
//!
//! An input that is answered in a way not seen before joins the examples (an answer without its numbers stands in for the
//! branches taken, which stable Rust does not report). A failing input is shrunk before it is printed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test reports, and fails where an example is missing"
)]

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gammon::eval::Table;
use gammon::exact::{Bytes, Contact, OneSided, TableFileError, TwoSided};
use gammon::net::Network;
use gammon::notation::{Situation, parse_play, position_from_id, position_from_key, position_id, position_key};
use gammon::parallel::{Control, thread_count};
use gammon::train::{fit::Fit, records::Record};
use gammon::{Crawford, Cube, CubeModel, CubeOwner, MatchEquityTable, Position, Roll, Scoring};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// No input may take longer in each of three tries: the machine may be busy with other tests.
const LONGEST: Duration = Duration::from_secs(2);
/// The most characters of a failing input that are printed.
const MOST_PRINTED: usize = 2000;
/// The maximum number of examples, with those added because they were answered in a new way.
const MOST_EXAMPLES: usize = 2000;

/// One change to an example.
#[derive(Debug, Clone)]
enum Edit {
    Set(Index, u8),
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Delete(Index, usize),
    Repeat(Index, usize, usize),
    Truncate(Index),
    /// Replaces the rest of the example by the end of another.
    Splice(Index, Index),
}

fn edits(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<Edit>> {
    let piece = prop_oneof![
        prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..5),
    ];
    let edit = prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (any::<Index>(), 0_u8..8).prop_map(|(at, bit)| Edit::Flip(at, bit)),
        (any::<Index>(), piece).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (any::<Index>(), 1_usize..9).prop_map(|(at, length)| Edit::Delete(at, length)),
        (any::<Index>(), 1_usize..9, 1_usize..40).prop_map(|(at, length, times)| Edit::Repeat(at, length, times)),
        any::<Index>().prop_map(Edit::Truncate),
        (any::<Index>(), any::<Index>()).prop_map(|(other, at)| Edit::Splice(other, at)),
    ];
    prop::collection::vec(edit, 0..5)
}

fn edited(examples: &[Vec<u8>], which: Index, edits: &[Edit]) -> Vec<u8> {
    let mut bytes = which.get(examples).clone();
    for edit in edits {
        let place = |at: &Index| at.index(bytes.len() + 1);
        let until = |at: usize, length: usize| (at + length).min(bytes.len());
        match edit {
            Edit::Set(at, byte) => {
                let at = place(at);
                bytes.splice(at..until(at, 1), [*byte]);
            }
            Edit::Flip(at, bit) => {
                let at = place(at);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << bit);
            }
            Edit::Insert(at, piece) => {
                let at = place(at);
                bytes.splice(at..at, piece.iter().copied());
            }
            Edit::Delete(at, length) => {
                let at = place(at);
                bytes.drain(at..until(at, *length));
            }
            Edit::Repeat(at, length, times) => {
                let at = place(at);
                let part = bytes[at..until(at, *length)].repeat(*times);
                bytes.splice(at..at, part);
            }
            Edit::Truncate(at) => bytes.truncate(place(at)),
            Edit::Splice(other, at) => {
                let other = other.get(examples);
                let at = at.index(bytes.len().min(other.len()) + 1);
                bytes.truncate(at);
                bytes.extend(&other[at..]);
            }
        }
    }
    bytes
}

/// An answer without its numbers and quotations.
fn kind_of(answer: &str) -> String {
    let mut quoted = false;
    let letters = answer.chars().filter(|letter| {
        quoted ^= matches!(letter, '\'' | '"' | '`');
        !quoted && !letter.is_ascii_digit()
    });
    letters.take(160).collect()
}

/// The memory use of this process in bytes; `None` if the system does not report it.
fn resident() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    pages.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}

fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().map_or(default, |text| text.parse().ok().expect(name))
}

/// Feeds changed examples to a reader until the time is up, and prints how many and how long the longest took.
fn fuzz(
    target: &str,
    mut examples: Vec<Vec<u8>>,
    pieces: &'static [&'static str],
    read: impl Fn(&[u8]) -> Result<String, TestCaseError>,
) {
    let seconds: f64 = setting("GAMMON_FUZZ_SECONDS", 1.0);
    let seed: u64 = setting("GAMMON_FUZZ_SEED", 1);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let strategy = (any::<Index>(), edits(pieces));
    let mut answers: HashSet<String> = HashSet::new();
    let (mut inputs, mut longest) = (0_u64, (Duration::ZERO, 0));
    let (started, mut settled) = (Instant::now(), None);
    let limit = Duration::from_secs_f64(seconds);
    while started.elapsed() < limit {
        let tree = strategy.new_tree(&mut runner).unwrap();
        let fresh = std::cell::RefCell::new(None);
        let outcome = runner.run_one(tree, |(which, edits)| {
            let input = edited(&examples, which, &edits);
            let timed = || {
                let began = Instant::now();
                read(&input).map(|answer| (answer, began.elapsed()))
            };
            let (answer, mut took) = timed()?;
            for _ in 0..2 {
                if took >= LONGEST {
                    took = took.min(timed()?.1);
                }
            }
            prop_assert!(took < LONGEST, "took {took:?} for {} bytes", input.len());
            fresh.replace(Some((kind_of(&answer), input, took)));
            Ok(())
        });
        match outcome {
            Ok(_) => {}
            Err(TestError::Fail(reason, (which, edits))) => {
                let input = edited(&examples, which, &edits);
                let text: String = String::from_utf8_lossy(&input).chars().take(MOST_PRINTED).collect();
                panic!("{target}: {reason}\nafter {inputs} inputs, by {} bytes: {text:?}", input.len());
            }
            Err(TestError::Abort(reason)) => panic!("{target}: {reason}"),
        }
        let (kind, input, took) = fresh.take().unwrap();
        inputs += 1;
        longest = longest.max((took, input.len()));
        if examples.len() < MOST_EXAMPLES && answers.insert(kind) {
            examples.push(input);
        }
        if settled.is_none() && started.elapsed() > limit / 2 {
            settled = resident();
        }
    }
    let rate = inputs as f64 / seconds;
    let (took, length) = longest;
    print!("{target:10} {inputs:>10} inputs, {rate:>8.0} a second, {:>3} answers, ", answers.len());
    print!("longest {:.2} ms for {length} bytes", took.as_secs_f64() * 1e3);
    if let (Some(before), Some(after)) = (settled, resident()) {
        let grown = after.saturating_sub(before);
        print!(", grown by {} KiB in the second half", grown >> 10);
        assert!(grown < 64 << 20, "{target} has grown by {grown} bytes");
    }
    println!();
}

/// The texts of a golden file in JSON lines under some keys.
fn golden(file: &str, keys: &[&str]) -> Vec<Vec<u8>> {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    let content = std::fs::read_to_string(path).unwrap();
    let lines = content.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let texts: Vec<_> = lines
        .flat_map(|line| keys.iter().filter_map(|key| line[*key].as_str().map(str::to_owned)).collect::<Vec<_>>())
        .map(String::into_bytes)
        .collect();
    assert!(!texts.is_empty(), "{file} has none of {keys:?}");
    texts
}

fn ids() -> Vec<Vec<u8>> {
    let mut texts = golden("xgid_gnubgid_pairs.jsonl", &["xgid", "gnubgid"]);
    texts.truncate(200);
    let others = [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "-b----E-C---eE---c-e----B-",
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAE",
        "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkFAAAAAAAA",
        "4HPwATDgc/ABMA",
        "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0",
        "OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:63:W:IW:0:0:7C:0:25",
    ];
    texts.extend(others.map(|text| text.as_bytes().to_vec()));
    texts
}

const PIECES_OF_IDS: &[&str] = &[
    "XGID=",
    "OGID=",
    "Position ID: ",
    "Match ID: ",
    ":",
    "::",
    "-1",
    "0",
    "1",
    "10",
    "32767",
    "99999999999",
    "D",
    "B",
    "R",
    "N0N",
    "W1O",
    "7C",
    "\n",
    " ",
    "\t",
    "\u{a0}",
    "=",
    "é",
    "\u{0}",
    "🎲",
    "+",
    "/",
    "A",
    "o",
    "p",
    "P",
];

#[test]
fn situations_from_ids() {
    fuzz("ids", ids(), PIECES_OF_IDS, |input| {
        let text = String::from_utf8_lossy(input);
        let checkers = [None, Some(15), Some(3), Some(0), Some(u8::MAX)][input.len() % 5];
        let situation = match Situation::parse(&text, checkers) {
            Err(error) => return Ok(error.to_string()),
            Ok(situation) => situation,
        };
        let _ =
            (situation.scoring(), situation.cube(), situation.contradiction(), Situation::is_only_a_position(&text));
        let written = [situation.to_xgid(), situation.to_gnubg_id(), situation.to_ogid()];
        for id in written.iter().flatten() {
            let again = Situation::parse(id, checkers);
            prop_assert!(again.is_ok(), "{} is written and not read: {:?}", id, again);
        }
        if let Ok(xgid) = &written[0] {
            let again = Situation::parse(xgid, checkers).and_then(|again| again.to_xgid());
            prop_assert_eq!(again.as_ref(), Ok(xgid));
        }
        Ok(format!("read {:?} {:?}", situation.state, written.map(|id| id.map(|_| ()))))
    });
}

#[test]
fn plays_from_text() {
    let plays = [
        "8/5 6/5",
        "8/5, 6/5",
        "24/18/13",
        "bar/22*/18",
        "b/21* 6/off",
        "6/5(2) 8/7(2)",
        "13/7*/5*",
        "cannot move",
        "8/off",
        "25/20 20/14",
        "24-18 13-11",
        "13/8 6/3*",
        "1/0",
        "Bar/24(4)",
        "6/4*(2)",
        "(no play)",
        "8>5 6>5",
    ];
    let positions = [Position::START, Position::NACKGAMMON, Position::HYPERGAMMON];
    let rolls: Vec<_> = std::iter::once(None).chain(Roll::all().map(Some)).collect();
    let pieces = &[
        "/", "*", "(2)", "(4)", "(", ")", "bar", "off", "-", ">", ",", " ", "0", "25", "24", "8/5", "é", "\u{0}",
        "99999",
    ];
    fuzz("plays", plays.map(|play| play.as_bytes().to_vec()).to_vec(), pieces, |input| {
        let text = String::from_utf8_lossy(input);
        let (position, roll) =
            (positions[input.len() % 3], rolls[input.iter().map(|&byte| byte as usize).sum::<usize>() % rolls.len()]);
        let parsed = match parse_play(position, roll, &text) {
            Err(error) => return Ok(error.to_string()),
            Ok(parsed) => parsed,
        };
        let written = parsed.play.to_string();
        let again = parse_play(position, roll, &written);
        prop_assert!(
            again.is_ok_and(|again| again.play.position == parsed.play.position),
            "{} is read otherwise",
            written
        );
        Ok(format!("read {:?}", parsed.remarks))
    });
}

#[test]
fn positions_from_ids_keys_and_counts() {
    let mut examples = golden("legal_plays_special.jsonl", &["position_id"]);
    examples.truncate(100);
    for position in [Position::START, Position::HYPERGAMMON] {
        examples.push(position_key(position).to_vec());
        examples.push([position.own().to_counts(), position.opponent().to_counts()].concat());
    }
    fuzz("positions", examples, &["\u{1}", "\u{f}", "A", "/", "+"], |input| {
        let checkers = input.first().map_or(15, |byte| byte % 17);
        let mut read =
            vec![position_from_id(&String::from_utf8_lossy(input), checkers).map_err(|error| error.to_string())];
        if let Some(key) = input.first_chunk() {
            read.push(position_from_key(*key, checkers).map_err(|error| error.to_string()));
        }
        if let Some(([own, opponent], _)) = input.split_first_chunk::<52>().map(|(both, rest)| {
            let (own, opponent) = both.split_at(26);
            ([own, opponent].map(|side| <[u8; 26]>::try_from(side).unwrap()), rest)
        }) {
            read.push(Position::new(&own, &opponent).map_err(|error| error.to_string()));
        }
        for position in read.iter().flatten() {
            let own = position.own().to_counts();
            prop_assert_eq!(position.swap().swap(), *position);
            prop_assert_eq!(Position::new(&own, &position.opponent().to_counts()), Ok(*position));
            if own.iter().sum::<u8>() == 15 && position.opponent().to_counts().iter().sum::<u8>() == 15 {
                prop_assert_eq!(position_from_id(&position_id(*position), 15).ok(), Some(*position));
            }
        }
        Ok(format!("{:?}", read.iter().map(|read| read.as_ref().map(|_| "read")).collect::<Vec<_>>()))
    });
}

/// Corrects the hash in a file, so that the changed content passes the hash check and the code after it is tested as well.
fn rehashed(input: &[u8], hash: std::ops::Range<usize>, content: std::ops::Range<usize>) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let mut bytes = input.to_vec();
    if hash.end <= bytes.len() && content.start <= content.end {
        let sum = Sha256::digest(&bytes[content]);
        bytes[hash].copy_from_slice(&sum);
    }
    bytes
}

/// Corrects the hash in a table file, which covers all but the hash itself.
fn rehashed_table(mut file: Vec<u8>) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    if file.len() >= 64 {
        let sum = Sha256::new().chain_update(&file[..32]).chain_update(&file[64..]).finalize();
        file[32..64].copy_from_slice(&sum);
    }
    file
}

/// Positions with up to two checkers of a side on the board, near home and far from it, of games with 1, 2 and 15 checkers.
fn few_checkers() -> Vec<Position> {
    const PLACES: [usize; 7] = [1, 2, 5, 6, 7, 24, 25];
    let pairs = PLACES.iter().enumerate().flat_map(|(i, &far)| PLACES[..=i].iter().map(move |&near| [near, far]));
    let placed: Vec<Vec<usize>> =
        PLACES.iter().map(|&place| vec![place]).chain(pairs.map(|pair| pair.to_vec())).collect();
    let sides = |checkers: usize| {
        placed.iter().filter(move |placed| placed.len() <= checkers).map(move |placed| {
            let mut side = [0; 26];
            side[0] = (checkers - placed.len()) as u8;
            for &place in placed {
                side[place] += 1;
            }
            side
        })
    };
    let games = [1, 2, 15].into_iter();
    games
        .flat_map(|checkers| sides(checkers).flat_map(move |own| sides(checkers).map(move |other| (own, other))))
        .filter_map(|(own, opponent)| Position::new(&own, &opponent).ok())
        .collect()
}

/// Looks up every position in a table. Which numbers it holds is of no interest: the hash vouches for them.
fn look_up(table: &dyn Table, positions: &[Position]) -> String {
    let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]]).unwrap();
    let model =
        CubeModel::new(Scoring::Money { jacoby: true, beavers: true, raccoons: false }, Cube::MOST_EXPONENT, &met);
    let found = positions.iter().filter(|&&position| {
        let no_double = table.no_double(position, &model, Cube::new(0, CubeOwner::Centre));
        table.outcome(position).is_some() || no_double.is_some()
    });
    format!("read, {} positions", found.count())
}

#[test]
fn values_from_table_files() {
    let (threads, control) = (NonZero::<usize>::MIN, Control::default());
    let examples = vec![
        TwoSided::solve(1, threads, &control).unwrap(),
        TwoSided::solve(2, threads, &control).unwrap(),
        Contact::solve(1, 1, threads, &control).unwrap(),
        Contact::solve(15, 1, threads, &control).unwrap(),
    ];
    let positions = few_checkers();
    fuzz("exact", examples, &["gammon-t", "\u{1}\u{0}\u{0}\u{0}", "\u{7f}\u{7f}\u{7f}\u{7f}"], |input| {
        // Of four inputs, one keeps its hash.
        let is_rehashed = input.iter().map(|&byte| byte as usize).sum::<usize>() % 4 != 0;
        let file: Bytes = Arc::new(if is_rehashed { rehashed_table(input.to_vec()) } else { input.to_vec() });
        let tables = [
            OneSided::from_bytes(Arc::clone(&file)).map(|table| look_up(&table, &positions)),
            TwoSided::from_bytes(Arc::clone(&file)).map(|table| look_up(&table, &positions)),
            Contact::from_bytes(file).map(|table| look_up(&table, &positions)),
        ];
        prop_assert!(!is_rehashed || !tables.contains(&Err(TableFileError::Hash)), "the hash was corrected");
        Ok(format!("{tables:?}"))
    });
}

/// A file of one-sided bear-offs takes megabytes. An input is its header and a list of numbers to overwrite, early in one of
/// the parts of a section: there the arrangements of few checkers have theirs.
#[test]
fn distributions_from_table_files() {
    let original = OneSided::solve(6, thread_count(None), &Control::default()).unwrap();
    let count = OneSided::arrangements(6).unwrap() / 2;
    // Where the means, the ends and the firsts of both sections begin, and their probabilities.
    let mut starts = Vec::new();
    let mut start = 64;
    for _ in 0..2 {
        let (ends, firsts) = (start + 8 * count, start + 12 * count);
        let probabilities = firsts + count.next_multiple_of(4);
        starts.extend([start, ends, firsts - 4, firsts, probabilities]);
        let total = u32::from_le_bytes(*original[firsts - 4..].first_chunk().unwrap());
        start = probabilities + 4 * total as usize;
    }
    assert_eq!(start, original.len());
    let overwrite = |part: u8, number: u8, value: u32| [&[part, number][..], &value.to_le_bytes()].concat();
    let example = |changes: &[Vec<u8>]| [&original[..32], &changes.concat()].concat();
    let examples = vec![
        example(&[]),
        example(&[overwrite(0, 1, 1), overwrite(1, 3, 2), overwrite(4, 5, 1 << 30)]),
        example(&[overwrite(6, 2, u32::MAX), overwrite(8, 1, 0xffff), overwrite(9, 2, 1 << 31)]),
        example(&[overwrite(2, 0, 7), overwrite(7, 0, 1 << 20)]),
        // Two probabilities with the right sum.
        example(&[overwrite(4, 3, 1 << 31), overwrite(4, 4, 1 << 31)]),
    ];
    let positions = few_checkers();
    fuzz("rolls", examples, &["\u{1}\u{0}\u{0}\u{0}", "\u{7f}\u{7f}\u{7f}\u{7f}"], |input| {
        let (header, changes) = input.split_at(input.len().min(32));
        let mut file = original.clone();
        file[..header.len()].copy_from_slice(header);
        for change in changes.as_chunks::<6>().0 {
            let at = starts[usize::from(change[0]) % starts.len()] + 4 * usize::from(change[1] % 64);
            if let Some(bytes) = file.get_mut(at..at + 4) {
                bytes.copy_from_slice(&change[2..]);
            }
        }
        // What does not fill a change shortens the file.
        file.truncate(file.len() - changes.as_chunks::<6>().1.len());
        match OneSided::from_bytes(Arc::new(rehashed_table(file))) {
            Err(error) => Ok(error.to_string()),
            Ok(table) => {
                for side in positions.iter().map(|position| position.own()) {
                    let _ = (table.rolls(side), table.rolls_to_first(side), table.mean_rolls(side));
                }
                let chances = positions.iter().filter_map(|&position| table.outcome(position));
                for outcome in chances {
                    let is_chance = |chance: &f32| (0.0..=1.0).contains(chance);
                    prop_assert!(outcome.to_array().iter().all(is_chance), "{:?}", outcome);
                }
                Ok(look_up(&table, &positions))
            }
        }
    });
}

#[test]
fn networks_from_weight_files() {
    let file = Fit::new(128, 1).to_network().unwrap().to_bytes();
    fuzz("weights", vec![file], &["GAMMONNT", "\u{7f}\u{7f}", "\u{0}\u{0}\u{0}\u{0}"], |input| {
        // Magic, version, hash of the architecture, units, length of the body, hash of the body.
        let header = 8 + 4 + 8 + 4 + 8 + 32;
        let input = if input.len() % 4 == 0 {
            input.to_vec()
        } else {
            rehashed(input, header - 32..header, header..input.len())
        };
        match Network::from_bytes(&input) {
            Err(error) => Ok(error.to_string()),
            Ok(network) => {
                prop_assert_eq!(network.to_bytes(), input);
                let outcome = gammon::Evaluator::new(network).evaluate(Position::START);
                prop_assert!(outcome.to_array().iter().all(|chance| (0.0..=1.0).contains(chance)), "{:?}", outcome);
                Ok("read".into())
            }
        }
    });
}

#[test]
fn fits_from_checkpoints() {
    fuzz("checkpoint", vec![Fit::new(128, 1).to_bytes()], &["GAMMONF2", "\u{7f}\u{7f}"], |input| {
        let end = input.len().saturating_sub(32);
        let input = rehashed(input, end..end + 32, 0..end);
        match Fit::from_bytes(&input) {
            Err(error) => Ok(error.to_string()),
            Ok(fit) => {
                prop_assert_eq!(fit.to_bytes(), input);
                Ok(format!("read, {:?}", fit.to_network().map(|_| ()).map_err(|error| error.to_string())))
            }
        }
    });
}

#[test]
fn records_from_bytes() {
    let record = |position| Record { position, label: [0.5, 0.2, 0.01, 0.1, 0.0], sibling: true }.to_bytes().to_vec();
    fuzz("records", vec![record(Position::START), record(Position::HYPERGAMMON)], &["\u{1}", "\u{f}"], |input| {
        let Some(bytes) = input.first_chunk() else { return Ok("short".into()) };
        match Record::from_bytes(bytes) {
            Err(error) => Ok(error.to_string()),
            Ok(record) => {
                prop_assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
                Ok("read".into())
            }
        }
    });
}

#[test]
fn match_equity_tables_from_numbers() {
    let row = |numbers: &[f64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    let table = row(&[0.5, 0.7, 0.75, 0.3, 0.5, 0.6, 0.25, 0.4, 0.5, 0.5, 0.48, 0.32]);
    let odd = row(&[f64::NAN, f64::INFINITY, -0.0, 1.0, 5e-324, -1.0, 2.0, 0.5]);
    fuzz("equities", vec![table, odd, row(&[0.5, 0.5])], &["\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}"], |input| {
        let numbers: Vec<_> = input.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        let length = (numbers.len() as f64).sqrt() as usize + usize::from(input.len() % 7 == 0);
        let rows: Vec<_> = numbers.chunks(length.max(1)).take(length).collect();
        let last = &numbers[numbers.len() - length.min(numbers.len())..];
        match MatchEquityTable::new(&rows, [last, last]) {
            Err(error) => Ok(error.to_string()),
            Ok(table) => {
                for (own, opponent) in [(1, 1), (2, 5), (i32::MAX, 1), (-5, i32::MIN), (64, 64), (0, 0), (200, 3)] {
                    for crawford in [Crawford::ToCome, Crawford::ThisGame, Crawford::Played, Crawford::Off] {
                        let chance = table.mwc(own, opponent, crawford);
                        let after = table.mwc_after(own, opponent, crawford, i32::MIN);
                        prop_assert!(
                            [chance, after].iter().all(|chance| (0.0..=1.0).contains(chance)),
                            "{own}, {opponent}"
                        );
                    }
                }
                Ok("read".into())
            }
        }
    });
}
