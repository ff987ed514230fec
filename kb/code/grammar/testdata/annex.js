const { desk: { bell }, lamp = light(), ...rest } = hall();
const [first, , third = rest.door] = doors();
let NARROW = 3, wide;

// Opens.
export default class Annex extends (rest.Hall) {
  static #keys = new Map();
  open({ door, key: latch }, ...lamps) {
    (this.desk).bell.ring(door, latch);
    for (const l of lamps) l.on();
    for (let i in rest) { first.turn(i); }
    return lamps.map(({ on }) => on ?? third);
  }
}
