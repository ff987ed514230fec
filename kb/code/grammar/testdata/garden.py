import a.b.c
import d.e, f as g  # both
from . import (beds, # the first
               paths as ways)
from .. import up
from ..tools.rake import *

width, (height, [depth, _]) = measure()
GATES = open_gates()
gate: "tools.Gate"
found: Optional["Plant | None"] = seek()
found = None
tools.count = 3
tools["a"].size += 4
(seed := pick()).sow()


# of the garden
@plain
# between
@tools.shaped(1)
async def grow[T: Plant, *Ts, **P](first, /, *rest: Leaf, at: typing.List[Root] = here, only=None, **named: Twig) -> None | Bloom:
    "Grows."
    global seed, lawn
    seed = first.seed
    lawn = 3
    a, *b = first.split(), rest[0].cut()
    rest[0].turn()
    at[0].dig()
    named["x"].bend()
    async for leaf in first.leaves:
        leaf.fall()
    for x, y in pairs():
        x.meet(y)
    with shed() as (rake, spade), open(b) as rake.handle:
        rake.lean(spade)
    try:
        pass
    except (Frost, Drought) as e:
        e.tell()
    except tools.Wind as w:
        w.blow()
    except Rain as r:
        r.fall()
    c = (await first.wait()).result
    d = (first)
    d.bow()
    e2 = first[0][1]
    e2.bow()
    f2 = make()[0]
    f2.bow()
    g2 = make().part.inner()
    g2.bow()
    h2 = Pot(1)
    h2.fill()
    i2 = tools.Pot(1)
    i2.fill()
    make()().more()
    Pot().fill().close()
    j2 = lambda p, q=c, *r2, **s2: p.x + q + r2[0].y + s2
    k2 = {n: m.z for n, m in first.items() if n.ok}
    l2 = [deep for row in rows for deep in row.cells]
    m2 = (z.x for z in first)
    while (n2 := first.next()):
        n2.go()
    type Inner = list[Pot]
    def Inner2(self): return Inner
    match first.kind, rest:
        case Pot(size=Big(inner=z1), lid=tools.RED) | Can(z1):
            z1.use()
        case {"a": tools.GREEN, "b": z2, **z3}:
            z2.use(z3)
        case [Pot() as z4, *z5]:
            z4.use(z5)
        case str() | None:
            pass
        case only.x:
            pass
    return f"{seed!r:>{width}}" + call(key=value, *b, **c)


class Bed(Plot[Soil], tools.Base, meta=Shape):
    """
    A bed.
    """
    type Row = list[Plant]
    rows: list[Row]
    size, edge = 1, 2
    names = [n.x for n in size]
    first = last = None

    class Edge:
        def __init__(me, bed: "Bed", other: Bed = None):
            me.bed = bed
            me.own: Stone = bed.stone
            me.own = 3
            me.deep.er = 4
            me.made = Stone(bed)
            me.from_ = make(bed)
            other.bed = me
            def inner(self):
                self.no = 1

    @staticmethod
    def new(size: int | None, kind: (Kind), name: "a b", more: dict[str, Pot], less: Union[None, Can]) -> "Bed":
        size.bit(); kind.tell(); name.upper(); more[0].fill(); less.close()
        return Bed()

    def tend(self, *, hard: Final[bool]) -> tuple[Leaf, ...]:
        nonlocal_ = self.rows[0].first
        nonlocal_.water()
        del self.rows
        print(__file__, self, super().tend())


if True:
    def late(): pass
    BIG = late
