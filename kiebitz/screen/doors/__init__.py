"""The doors of the screen: who may enter, by which token, host and certificate, and how much they may bring."""
