"""What the adviser promises."""
