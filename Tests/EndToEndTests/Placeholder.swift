// This target's tests are added next.
