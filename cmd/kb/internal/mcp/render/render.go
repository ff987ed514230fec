// Package render makes answers of the server for agents: the forms in which notes, histories and
// findings go out, as structure and as text for a model to read.
//
// What a note says stands between marks that no note can contain; what kb says of it stands
// outside. An answer is cut to the characters that were asked for, says so, and hands out a cursor
// for the rest. Errors carry what the caller can do about them.
package render
