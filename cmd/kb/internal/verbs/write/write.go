// Package write makes and changes notes: new, remember, set, verify, relate, supersede, mv, schema.
package write
