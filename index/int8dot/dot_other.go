//go:build !amd64

package int8dot

// step is not asked for where wide is false.
const step = 1

// wide is false: on these processors all is done in Go.
func wide() bool { return false }

// rowsWide is here for the compiler alone; nobody calls it where wide is false.
func rowsWide(*byte, *byte, int, int, *int32, int) {}
