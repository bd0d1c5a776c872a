"""Values and files of what is learnt about one table: profile, deck."""
