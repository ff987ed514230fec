package town.hotel;

import java.util.List;
import java.util.*;
import static town.Keys.cut;

/** A hotel. */
@Open("all day")
public class Hotel<T extends Guest> extends House implements Place<T>, Lit {
    private final List<Room> rooms = new ArrayList<>(), spare;
    static final int LIMIT = 3;

    // Opens.
    public Hotel(Desk desk, int... sizes) {
        super(desk);
        this.desk = desk;
        desk.bell().ring(sizes.length);
        Hotel.start(LIMIT);
    }

    static { boot(); }

    @Override
    public <U> Optional<Room> find(Map<String, Room> named, U other) throws Lost {
        for (Room room : rooms) { room.open(); }
        for (var room : named.values()) room.close();
        try (Door door = new Door(); gate) { door.shut(); } catch (Lost | Shut e) { e.tell(); }
        Runnable later = () -> cut(other);
        rooms.forEach(r -> r.sweep(x -> y(x)));
        rooms.stream().map(Room::name).toList();
        if (other instanceof Room found && found.free()) { return found.self(); }
        switch (other) { case Suite(var a, Room b) -> b.open(); case RED -> stop(); default -> { } }
        Object lamp = new Lamp.Small() { void on() { shine(); } };
        int[] n = new int[count()];
        n[0].a();
        outer: while (true) { break outer; }
        super.find(n).twice();
        int cut = cut(n);
        return (Room) lamp;
    }

    enum Color { RED, GREEN(1) { int f() { return 2; } }; Color(int... n) { } }
    record Key(int teeth, Room room) { Key { check(teeth); } }
    interface Lit { int WATTS = 40; void light(); default void dim() { light(); } }
    @interface Open { String value() default "x"; int[] days() default {}; }
}
