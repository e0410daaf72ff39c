"""Long runs: very many battles, with everything checked that can be. ``make soak`` writes docs/soak.md."""
