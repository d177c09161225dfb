"""The Piskvork protocol: commands as values, the conversation, standard input and output."""
