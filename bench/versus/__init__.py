"""The parts of `bench/peers.py`: what is measured, one module for each of those that are compared."""
