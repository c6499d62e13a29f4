"""The engine protocol NGI over text (docs/protocol.md), and its dialects `ugi` and `uci`."""
