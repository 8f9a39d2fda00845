"""The public API of ``import kiebitz``. The commands use it too, so each answer is made in one place."""
