"""Who gets in, and how much: hosts, origins, rates, wrong guesses, and caps."""
