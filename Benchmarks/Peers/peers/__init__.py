"""Runs messaging systems in turn under the same load, and keeps what the load generator says of each."""
