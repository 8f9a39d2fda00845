"""The table's screen: web pages and an HTTP API around a game that is refereed. Only `kiebitz table` imports this."""
