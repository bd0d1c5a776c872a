"""Making pictures to learn from, learning, and measuring: nothing here is needed at the table."""
