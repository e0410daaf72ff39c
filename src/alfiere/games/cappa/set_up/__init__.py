"""Chapter 2.1.h2: squads and guns are set up before the first turn, or when they come on."""
