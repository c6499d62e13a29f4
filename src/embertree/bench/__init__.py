"""The signature, which tells whether play has changed, and speed, which is printed beside it and never tested."""
