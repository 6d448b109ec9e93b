"""What can go wrong with the log, as one tree of exceptions."""


class StoreError(RuntimeError):
    """Any refusal or failure of a store."""


class StoreUnusable(StoreError):
    """The file cannot be opened as a log; one sentence says what is wrong and what would be right."""


class StoreFailed(StoreError):
    """The call had no effect, because the disk failed or the store is closed; it may be made again."""


class MatchExists(StoreError):
    """Another match has this id or this join code."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"the id or the join code of match {match_id!r} is taken")


class NoSuchMatch(StoreError):
    """No match has this id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"there is no match {match_id!r}")


class LogGap(StoreError):
    """The entry's number is not the next one of its match."""

    def __init__(self, match_id: str, number: int, expected: int) -> None:
        super().__init__(f"entry {number} of match {match_id!r} should be number {expected}")


class OrderRepeated(StoreError):
    """The player has already given an order with this order id in this match."""

    def __init__(self, match_id: str, order_id: str) -> None:
        super().__init__(f"order id {order_id!r} of match {match_id!r} is already in the log for this player")
