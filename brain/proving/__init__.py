"""Making proofs of wins with the engine. Nothing here is trusted: brain.certificates checks it."""
