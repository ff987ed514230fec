use ::town::Door;
use crate::hall::{self, Key as Latch};
use crate::*;
extern crate keys as locks;

/// Opens a door.
fn open<'a, T: Into<Door>, const N: usize>(door: &'a T, latches: [Latch; N]) -> Option<crate::hall::Lamp> {
    let lamp = ::town::light();
    let width = crate::measure(door);
    <T as Into<Door>>::into(door).shut();
    for latch in latches.iter() { latch.turn(width); }
    Some(lamp.unwrap_or_default().dimmed())
}
