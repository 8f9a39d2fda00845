"""The belief over a game: what looks at its board say of what was played, weighed against the rules."""
