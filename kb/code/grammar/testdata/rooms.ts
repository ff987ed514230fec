import React, { useState as s, type Q } from 'react';
import * as fs from "fs";
import def from './def';
export { a as b } from './x';
export * from './y';
const { join, sep: S } = require('path');

/** Loads. */
export const load = async (id: string): Promise<Room> => {
  const room = new Room(id);
  room.open().then(x => x.close());
  for (const r of rooms) { r.leave(); }
  function inner() { return helper(); }
  inner();
  const cb = () => load('x');
  cb();
  return room;
};
export default class Room extends Base<string> implements Guest {
  private store: Store = new Store();
  static #count = 0;
  handler = (e: Event) => { this.store.get(e); };
  constructor(private readonly log: Log, other: Map<string, Foo>) { super(); this.log.info(other.get('x')); }
  // Opens.
  @dec()
  async open<T extends Q>(this: Room, n?: T): Promise<T[]> { return super.open(n!); }
  get size(): number { return this.store.items!.length; }
  ['computed']() { return a?.b?.c(); }
}
interface Guest { name: string; greet(who: Guest): void; nested: { x: Foo } }
type Alias<T> = { a: T; f(): Alias<T> } 
type U = A | B;
export enum Color { Red, Green = f(1) }
namespace NS.Inner { export function g() {} export const k = 1; }
declare module "ext" { export function h(): void; }
declare global { interface Window { x: number } }
export declare function over(a: string): void;
function over2(a: string): void;
function over2(a: any) { var v = a.b; if (v) { var w = v; } return w(v); }
let { p, q: [r1] } = obj, LIMIT = 4;
const obj2 = { m() {}, fn: () => 1, deep: { fn2: function() { return this.m(); } }, p };
Foo.prototype.bar = function (x) { return x.y(); };
exports.z = () => { load(1) };
label: for (;;) { break label; }
try { x() } catch (e) { e.y(); }
const el = tag`a${x}`;
(async () => { await import('./dyn'); })();
