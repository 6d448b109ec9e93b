"""One running match: who sits where, its state, its log, and what each viewer is told."""
