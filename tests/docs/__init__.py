"""What the documentation says, held to what is so."""
