"""What tests share: drawn boards, slow twins, fakes, and the manager's end of the wire."""
