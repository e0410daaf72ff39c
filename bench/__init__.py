"""Speed, always beside a reference loop in the same run. ``make bench`` writes docs/bench.md."""
