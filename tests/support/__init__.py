"""What tests share: drawn boards, slow twins, stand-ins, and the manager's end of the wire."""
