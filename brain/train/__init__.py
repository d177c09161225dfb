"""Makes the tables of the evaluation from games of the engine against itself; never shipped."""
