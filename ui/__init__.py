"""The Kivy window."""
