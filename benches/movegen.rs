//! quick timing
use gammon::{Position, Roll, movegen, dice::GameDice};
use std::time::Instant;
fn main() {
    // random play mid-game positions
    let rolls: Vec<Roll> = Roll::all().collect();
    let mut positions = Vec::new();
    let mut buf = Vec::new();
    let t0 = Instant::now();
    let mut games = 0u64; let mut turns = 0u64;
    while t0.elapsed().as_secs_f64() < 2.0 {
        let mut d = GameDice::new(1, games);
        games += 1;
        let mut p = Position::START;
        let (a, b) = d.opening();
        let mut roll = Roll::of(a, b);
        let mut t = 0;
        loop {
            if t > 0 { roll = d.roll(t); }
            buf.clear();
            movegen::append_results(p, roll, &mut buf);
            p = if buf.is_empty() { p.swap() } else { let n = buf.len(); buf[d.choice(t, n)] };
            t += 1;
            if games < 40 && t > 6 && t < 50 && t % 4 == 0 { positions.push(p); }
            if p.is_over() { break; }
        }
        turns += t;
    }
    println!("{} games/s, {} turns per game", games as f64 / t0.elapsed().as_secs_f64(), turns as f64 / games as f64);
    for _ in 0..3 {
        let t0 = Instant::now();
        let mut n = 0usize; let mut calls = 0usize;
        for _ in 0..200 { for &p in &positions { for &r in &rolls {
            buf.clear();
            movegen::append_results(p, r, &mut buf);
            n += buf.len(); calls += 1;
        } } }
        let dt = t0.elapsed().as_secs_f64();
        println!("{} positions, {:.3} M rolls/s, {:.2} plays per roll", positions.len(), calls as f64 / dt / 1e6, n as f64 / calls as f64);
    }
}
