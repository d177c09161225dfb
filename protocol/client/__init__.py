"""A client of any brain that speaks the Piskvork protocol: its process, and the conversation."""
