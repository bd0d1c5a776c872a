"""Ports to the devices of the box, their adapters and their fakes."""
