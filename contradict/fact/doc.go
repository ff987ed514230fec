// Package fact reads what a note says of named things, and finds where it says two things of one: a
// constant with two values, one thing under two names, a number that nothing has.
//
// A fact is a subject, an attribute and a value with the place where it stands. Facts are looked up by
// subject and attribute, not aligned by words as statements are: they stand in tables, in code and in
// lists as much as in sentences. Only facts of one note are compared, for there they are of one thing;
// another note may mean another.
//
// What is found is shown to a person and stops no commit.
package fact
