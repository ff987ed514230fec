// Package wire is how messages of the Model Context Protocol travel: one a line over the standard
// streams, or over HTTP to this machine and to who has the token. It bounds what a client can ask
// for at once and how long a message may be, and holds what the official SDK leaves to servers:
// schemas of arguments, complaints about them, and how many calls work at one time.
//
// It knows nothing of notes.
package wire
