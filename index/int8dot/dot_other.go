//go:build !amd64

package int8dot

const step = 1

func wide() bool { return false }

func rowsWide(*byte, *byte, int, int, *int32, int) {}
