"""Fire: chapters D and F, and opportunity fire of chapter E (risorgimento.d, .f, .e.9)."""
