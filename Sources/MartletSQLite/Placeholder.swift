// This target's sources are added next.
