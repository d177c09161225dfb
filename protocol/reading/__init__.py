"""What people hand in: positions, games and certificates in any format."""
