//! Crate doc.
use std::{io::{self, Read as R}, fmt::*};
use crate::auth::Jwt;
use super::x as y;
extern crate serde as sd;
mod child;
pub mod inner {
    pub fn deep() -> u8 { super::top() }
}
/// A room.
#[derive(Debug, Clone)]
pub struct Room<T: Bound> { pub key: Key, size: Option<u32>, items: Vec<Item> }
struct Pair(u8, Key);
/// Colours.
pub enum Color { Red, Green(u8), Blue { x: i32 } = 3 }
pub trait Open: Base { const K: u8; type Out; fn open(&self) -> u8; fn shut(&self) { self.open(); } }
union U { a: u8, b: u16 }
type Alias<T> = Vec<T>;
pub const LIMIT: usize = 3;
static mut COUNT: u8 = f(1);
macro_rules! say { ($x:expr) => { println!("{}", $x) } }
impl<T> Room<T> where T: Q {
    const MAX: u8 = 1;
    /// New.
    #[inline]
    pub fn new(key: Key) -> Self { let room = Room { key, size: None }; room.check(); Self::make(key) }
    async fn check(&mut self, mut n: u32, (a, b): (A, B)) -> Result<Vec<Item>, E> {
        let x: Foo = self.key.find(n)?; x.go();
        let c = |v: &Item| v.name() + n; c(1);
        for item in self.items.iter() { item.close(); }
        if let Some(k) = x.opt() { k.a(); }
        match x { Color::Red => a.b(), Color::Green(g) if g > 1 => g.z(), Self::K => 1, Other { f, h: hh } => f + hh }
        while let Ok(q) = it.next() { drop(q); }
        say!(x.y(), foo(1)); vec![1, helper(2)];
        io::stdin().read::<u8>(); <T as Open>::open(&x); Vec::<u8>::new(); top::<u8>();
        fn nested() { top(); }
        (self.f)(1); x.0.m(); Pair(1, key); unsafe { COUNT += 1; } Ok(vec![])
    }
}
impl<T> Open for Room<T> { type Out = u8; fn open(&self) -> u8 { LIMIT } }
impl fmt::Display for Color { fn fmt(&self, f: &mut Formatter) -> fmt::Result { write!(f, "x") } }
extern "C" { fn c_call(a: i32) -> i32; static X: i32; }
pub fn top() {}
