"""Pictures to sightings: functions of arrays and a profile."""
