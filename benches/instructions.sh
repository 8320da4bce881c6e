#!/usr/bin/env bash
# Counts instructions with valgrind: per roll of move generation, random game, rollout trial (without and with luck)
# and evaluation. Unlike
# times, the counts are reproducible. Start-up is excluded by subtracting a run that does the work once from one that
# does it three times.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 1; }
program=$(cargo bench --bench instructions --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

tolerance=3 # percent
expected=benches/instructions.txt
found=$(mktemp)
trap 'rm -f "$found"' EXIT
failed=0

report() { # kind of work, items per unit of work, name of an item
    local once thrice now before
    once=$(count "$1" 1)
    thrice=$(count "$1" 3)
    now=$(((thrice - once) / 2 / $2))
    echo "$1 $now" >>"$found"
    before=$(sed -n "s/^$1 //p" "$expected" 2>/dev/null || true)
    printf '%-18s %12d instructions per %-10s (%s before)\n' "$1" "$now" "$3" "${before:-none}"
    if [[ -n $before ]] && ((100 * (now > before ? now - before : before - now) > tolerance * before)); then
        echo "$1: expected $before instructions within $tolerance %, got $now" >&2
        failed=1
    fi
}

report plays 4200 "roll"
report random-games 100 "game"
report rollout 10 "trial"
report rollout-with-luck 10 "trial"
report evaluations 200 "evaluation"
if [[ ${1-} == --write ]]; then
    cp "$found" "$expected"
    failed=0
fi
exit "$failed"
