package town;

/** What is built beside a hall. */
@Range(min = Limits.LOW, max = 9)
class Annex {
    java.util.List<Door> doors = new java.util.ArrayList<Door>();
    Comparator<Door> order = (a, b) -> a.width() - b.width();

    int open(Hall hall, Lamp... lamps) {
        (hall.desk).bell.ring();
        this.doors.clear();
        again: for (;;) { if (lamps.length > 0) continue again; break; }
        Supplier<Key> key = hall.new Key()::copy;
        return order.compare(doors.get(0), null);
    }
}
