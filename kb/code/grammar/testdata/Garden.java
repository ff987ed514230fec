// A garden.
package /* here */ town . garden;

import town.tools.Rake /* the best */;
import static town.tools.*;
import Alone;

@interface Tended { String by() default "me"; int[] days() default {}; }

record Bed<T>(Soil soil, List<Plant> plants, @Tended(by = NAME) int size) implements Plot {
    static final Soil EMPTY = Soil.none();
    Bed { check(soil); }
    Bed(Soil soil) { this(soil, new ArrayList<>(), 0); }
}

enum Season { SPRING(1) { void grow() { sow(); } }, FALL; abstract void grow(); private int n = days(); }

interface Plot extends a.b.Base<Leaf>, Other { Rake RAKE = new Rake(); default void dig() { RAKE.pull(); } }

abstract class Garden<K extends Key & Lock> extends House<Wall>.Yard {
    int one, two[] = rows(), three = this.two.length;
    private volatile Map<String, Queue<Leaf>> piles;
    Optional<Gate> gate;
    final a.b.Gate full = null;
    { init(); }

    abstract <U extends K> U plant(U what, Garden<K> this_, final Leaf... leaves) throws a.Frost, Drought;

    void tend(Object o, Plant[] all, Garden<?> g) {
        if (o instanceof Leaf leaf && leaf.green()) leaf.fall();
        if (o instanceof final Pot(Soil s, var depth)) s.dig(depth);
        if (!(o instanceof String)) stop();
        switch (o) {
            case Twig t when t.dry() -> t.snap();
            case Root(int n, Leaf l) -> l.fall();
            case null, default -> { break; }
        }
        int k = switch (k2) { case ONE: yield f(); default: yield 2; };
        var made = new Pot<Soil>(k) { void fill() { pour(); } };
        made.fill();
        var found = all[0]; found.water();
        var cast = (Leaf) o; cast.fall();
        var same = (g); same.tend();
        var result = g.gate().open(); result.shut();
        var local = helper(); local.run();
        var nested = a.b.Tools.rake(); nested.pull();
        var self = this.gate; self.get();
        a.b.Rake rake = new a.b.Rake<>(); rake.pull();
        new Outer.Inner(1).go();
        g.new Shed();
        new int[] { size() }; new Leaf[3].clone();
        ((Garden) o).gate.ifPresent(x -> x.open());
        (all).clone();
        super.tend(o); Garden.super.toString(); Garden.this.one++;
        outer: for (int i = 0, j = start(); i < j; i++) { continue outer; }
        for (final Leaf each : g.leaves()) { each.fall(); }
        for (var pile : piles.values()) pile.burn();
        try (var in = open(); Door d = door()) { in.read(d); } catch (final a.Frost | Drought e) { e.tell(); } finally { close(); }
        BiFunction<A, B, C> f = (x, y) -> x.join(y), h = (A x, final B y) -> { return x.y(y); };
        Supplier<Leaf[]> array = Leaf[]::new; Supplier<Pot> pots = Pot::new; Runnable r = this::tend, q = super::hashCode, w = g.gate()::open;
        do { assert ok() : why(); } while (more); synchronized (lock()) { throw new Lost(leaf()); }
        var text = """
            tea""" + g.<Leaf>pick(LIMIT).name.first() + piles.get("a")[0].top() + one;
        class Local { Leaf inner() { return found; } }
    }
}
