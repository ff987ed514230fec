// Package measure tries retrieval and judgement on judged examples: eval, tune.
package measure
