#!/usr/bin/env node
"use strict";
const { join, sep: S } = require("path"), fs = require("fs");
var self = this, count = 0;

// Serves who comes.
function* serve(guests, { limit = max(), ...rest } = {}) {
  for (const g of guests) yield g.name(limit);
  if (rest) { let inner = rest.x; inner.y(); var late = inner; }
  return late(inner);
}

Desk.prototype.open = function (bell) { return bell.ring(this.hour); };
exports.close = async () => { await serve(1); new fs.Lock(); };
module.exports = { serve, open() { serve(); }, shut: function () {}, deep: { down: (x) => x() } };
class Bell extends Thing { static #rings = 0; ring = () => this.#count?.(); static { boot(); } get loud() { return super.loud; } }
export default class extends Bell {}
