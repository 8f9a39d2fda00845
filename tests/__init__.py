"""The tests; a package, so that its folders cannot be taken for the project's own."""
