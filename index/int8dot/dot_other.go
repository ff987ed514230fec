//go:build !amd64

package int8dot

const step = 1

func wide() bool { return false }

func dotWide(*byte, *byte, int) int32 { return 0 }
