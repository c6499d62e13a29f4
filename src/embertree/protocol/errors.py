"""What the protocol answers to a line that is wrong."""


class ProtocolError(Exception):
    """`error <code> <detail>`; the line changes nothing."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".rstrip())
        self.code = code
        self.detail = detail
