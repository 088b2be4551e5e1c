"""The server's own objects, where there are too many kinds of them for a class each."""

from __future__ import annotations

from typing import Any, cast


class JsonObject(dict[str, Any]):
    """An object that the server sent: a dictionary, whose members may be read as attributes too.

    It goes back into a request as it came. A member that has the name of a dictionary's method, such as
    `items`, is reached by key alone.

    >>> item = JsonObject({"type": "message", "content": [{"type": "output_text", "text": "hi"}]})
    >>> item.content[0].text, item["type"], item.get("status")
    ('hi', 'message', None)
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the server decides
        try:
            return _readable(self[name])
        except KeyError:
            raise AttributeError(f"there is no {name!r} in it, only {', '.join(self)}", name=name) from None

    def __repr__(self) -> str:
        return f"JsonObject({super().__repr__()})"


def json_object(kind: type, value: Any) -> JsonObject:  # noqa: ANN401 - any JSON
    """Makes a JsonObject where a decoder meets one; refuses what is no object."""
    if kind is not JsonObject or not isinstance(value, dict):
        raise TypeError(f"expected an object, got {type(value).__name__}")
    return JsonObject(cast("dict[str, Any]", value))


def _readable(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        return JsonObject(cast("dict[str, Any]", value))
    if isinstance(value, list):
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        return [_readable(item) for item in items]
    return value
