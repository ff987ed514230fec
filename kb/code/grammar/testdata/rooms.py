"""Rooms of a small hotel."""
from __future__ import annotations

import os.path as paths, sys
from .keys import Key as K, cut
from typing import *

LIMIT: int = 3
desk = Desk(LIMIT)


def counted(f):
    # not the documentation
    def wrapper(*args):
        counted.calls += 1
        return f(*args)

    return wrapper


@counted
class Room(Place, metaclass=Meta):
    """A room with a door.

    It has keys, too.
    """

    size: int = 3
    doors = {}

    def __init__(self, key: K, *others, **named):
        self.key = key
        self.log = Log(__name__)

    @property
    async def guest(self, who: "Guest", at=LIMIT) -> Optional[Guest]:
        def inner(x):
            return cut(x)

        tell = lambda a: a + offset
        found = self.key.find(who.name)
        for other in self.rooms():
            other.close()
        found.first().open()
        with open("x") as file, Lock() as lock:
            file.read()
        print(f"{who.id} {inner(1)}", [q.z for q in who.items if q])
        match who:
            case Point(x=0, y=yy) if yy:
                pass
            case [a, *b]:
                use(a)
            case Color.RED:
                pass
        global visits
        visits = (n := len(found)) + n.bit_length()
        return tell(3)


type Pair[T] = tuple[T, T]


def first[T: Bound](x: list[T]) -> T: ...


if __name__ == "__main__":
    sys.exit(first(paths.split(desk.rooms))[0]())
