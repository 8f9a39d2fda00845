"""Pictures and cameras: where frames come from, and what one picture tells about the table."""
