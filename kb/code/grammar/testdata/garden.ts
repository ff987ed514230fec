import type { Rake } from "./rake";
import tool, * as all from "./tools";
import "./side";
import shed = require("./shed");
import near = all.close.by;
export * as beds from "./beds";
export { default, type Leaf as Blade } from './leaf';
export { local as renamed, tool };
export = shed;
import(`./${name}`); import("./late", { with: { type: "json" } });

abstract class Plot<T extends Soil = Clay> extends all.Base<T>(mixin()) {
  @tended @all.marked(1) /* how */ readonly #size: number = measure();
  declare kind: Kind; static { this.begin(); } static async *rows() { yield* this.all(); }
  'quoted name' = 1; 42 = two; [all.key] = three(); [Symbol.iterator]() { return this.next(); }
  accessor open: boolean; protected constructor(public a: A, protected b?: B.C, readonly c = new Can(), override d: D[] = [], e?: E) { super(a); a.go(b, c.fill(), d[0].go(), e); }
  abstract tend(this: Plot<T>, when?: Date): asserts when is Day; get wide(): Wide { return this.c!.wide; } set wide(w) { w.go(); }
  plain = function named(x: X) { return named(x.y); }; gen = function* () {}; arrow: Fn = async x => x.z; later?(): void;
}
interface Garden<K extends keyof Plot> extends Base<K>, all.Other { (call: A): B; new (x: X): Y; [index: string]: Z; readonly p?: P | null; q: { r: R }; [all.key]: S; m?<T>(a: T): T extends (infer U)[] ? U : never; get g(): G }
type Mapped<T> = { readonly [P in keyof T as Name<P>]?: T[P] }; type Fn2 = (this: Plot, a: A, ...rest: B[]) => void; type New = abstract new () => C; type Lit = "a" | `b${D}`; type Is = typeof tool.handle; type Tup = [a: A, b?: B, ...C[]]; type Obj = { f: F; g(): G; h?: (x: H) => I };
enum Season { Spring = 1, /* warm */ "Fall time" = after(Season.Spring), Winter }
declare const enum Cold { Low } declare let lawn: Lawn, hedge: Hedge; declare class Ext { m(): M } declare namespace A.B { let inner: I; } declare function one(a: string): One;
namespace Shed { export const KEY = turn(), { left, right: [r1 = def(), ...r2], ...others } = open(); class Hidden {} function lock() { KEY.go(); } }
export const { x1, y1: z1 = make() } = source, [first, , third] = list;
export const PLAIN: Pot = pot, plain2 = pot as Can, kept = <Can>pot, sat = pot satisfies Lid;
const neg = !pot; const got = pot!.lid; const made = new all.Pot(); const awaited = await pot.wait(); const called = pot.a().b(); const item = pots[0];
const called2 = (pot.fill)(); const called3 = pot!(); const chained = pot?.a?.();
export let held = class Inner extends Plot<A> { go() { return held; } }, fun = function (this: Pot, a = b.c, { d, e: { f = g } }: H, [i, j = k.l]: M[], ...rest: N[]) { var late = a.x; if (late) { let late = d.y; late.z(); } late.w(f, i, j, rest[0].v); return function inner() { return arguments; } };
function over<T>(a: T, b = over<Pot>(c)): a is T { label: for (const [k, v] of Object.entries(a)) { k.go(v); continue label; } for (let n in b) n.go(); for (b.x of c) b.y(); for (var w = 0, z = start(); w < z; w++) {} do { try { risky(); } catch { safe(); } } while (ok()); try {} catch ({ code }) { code.go(); } switch (a) { case A.B: { let in2 = a.c; in2.d(); } default: in2.e(); } return (x => x.y)(a), new (pick())(), new this.Inner(), super_(a as unknown as T), a! as Pot, tag<Pot>`x${a.b}`; }
export default { tend() { return this.go(); }, deep: { er: () => far(), [key()]: val(), "q r": function () { q(); } }, ...spread, short, async *gen() {} };
