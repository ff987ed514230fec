package store

import "errors"

// Errors that a caller branches on.
var (
	ErrBusy    = errors.New("another process is updating the index")
	ErrLong    = errors.New("the update would take long")
	ErrNoIndex = errors.New("the repository is not indexed yet")
	ErrNoNote  = errors.New("no such note")
)
