//go:build !linux

package warm

// alarm rings always where the kernel has no queue of changes that is complete whenever it is asked.
type alarm struct{}

func (a *alarm) arm([]string) {}

func (a *alarm) quiet() bool { return false }

func (a *alarm) armed() bool { return false }

func (a *alarm) close() {}
