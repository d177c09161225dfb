"""The Piskvork protocol: its commands as values, the conversation, standard input and output."""
