"""The games: pure rules, standard library only, no clock, no input or output, no global randomness."""
