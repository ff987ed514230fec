use ::tools::rake;
use crate::{beds, paths::{self as ways, *}};
use self::own::Thing as _;
use {alone, other::two};
use crate::*;
use super::super::far;
pub(crate) mod sheds;
#[cfg(test)]
// a comment between
#[derive(Clone)]
pub(crate) enum Tool<'a, T: 'a + Sharp, const N: usize = 3> where T: Tidy<Out = u8> { Rake(T, Wood), Spade { edge: Edge }, Fork = N as isize }
extern "C" { fn dig(depth: u8) -> Soil; static GATE: Gate; }
pub struct Bed<T>(pub T, Soil);
struct Unit;
trait Tend<T>: crate::Base + Send { type Out: Grow; const K: Kind = make(); fn tend(&mut self, with: &dyn Rake) -> Option<Self>; fn all() -> Vec<Self::Out>; }
impl<'a, T> Tend<T> for Bed<T> where T: Grow {
    type Out = Box<Plant>;
    fn tend(&mut self, with: &dyn Rake) -> Option<Self> { self.0.grow(with.pull()); Self::all(); None }
    fn new(soil: Soil, (a, b): (A, B), [c, ..]: [C; 2], &d: &D, mut e: impl Ease, Point { x, y: z, .. }: Point) -> Result<Self, Frost> {
        soil.dig(); a.go(b); c.go(); d.go(); e.go(); x.go(z);
        let plain = soil; plain.dig();
        let shown: &[Pot] = fill(); shown[0].pour(); shown.iter().first();
        let made = Pot { size: width(), lid, ..Default::default() }; made.pour();
        let cast = made as crate::Can; cast.close();
        let tried = open()?.inner().await; tried.read();
        let deref = (*made).lid; deref.lift();
        let Some(ref mut inner) = made.find::<Lid>() else { return Err(frost()) }; inner.lift();
        let called = tools::<Pot>::make(); called.pour();
        let turbo = collect::<Vec<Pot>>(made); turbo.len();
        let unwrapped = made.lock().unwrap(); unwrapped.pour();
        let tuple = (made, 1); tuple.0.pour();
        <Pot as Fill>::fill(made); <Vec<Pot>>::new(); [Pot; 2]::len();
        (made.callback)(1); (closure)(2); made.0(3); crate::top(4); ::tools::rake::pull(5); Self::new(6); Self { a };
        for (i, pot) in made.pots.iter().enumerate() { pot.pour(i); }
        for each in &made.pots { each.pour(); }
        for n in 0..count() {}
        while let Ok(next) = made.next() { next.pour(); }
        if let Tool::Rake(handle, _) | Tool::Spade { edge: handle } = tool && handle.long() { handle.lean(); }
        match tool { Tool::Fork => one(), NONE => two(), Some(x @ 1..=LAST) if x.ok() => x.three(), Bed(t, ..) => t.four(), ref r => r.five(), (p, Q) => p.six(), _ => rest!() }
        let f = |p: Pot, q, &r, (s, t)| -> Can { p.pour(q, r, s, t) }; f(made);
        let g = move || outer.shut(); 'walk: loop { break 'walk; }
        println!("{}", made.name.first(2), soil . dig(), Self::all(), x[0].y(), [a.b], crate::c::d(), 1.max(e)); tools::say!(made); vec![Pot::new(); 3];
        unsafe { GATE.open() }; async { made.wait().await }; return Ok(made);
        const DEEP: u8 = 3; static mut WIDE: Wide = wide(); fn local() -> Far { DEEP }
        macro_rules! inner { ($a:expr, $($b:ident),*) => { $a.$b() }; () => {} }
    }
}
impl [Pot] { fn pots(self: &Self) -> &Pot { &self[0] } }
impl fmt::Display for crate::beds::Edge<'_> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write(self.name) } }
type Pots = [Pot; 2]; type Call = fn(Pot) -> Can; type Both = (Pot, Can); type Never = !; type Raw = *const Pot; type Held = Rc<RefCell<Pot>>; type Maybe = Option<Box<dyn Pour>>;
