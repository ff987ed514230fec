// Package judge judges what the notes say: validate, review, check, conflicts, waive, rules.
package judge
