"""The static evaluation: tables, the network, and the correction of its average error."""
