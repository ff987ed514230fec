//go:build !linux

package warm

// leaveOthersFirst does nothing where a thread has no priority of its own.
func leaveOthersFirst() {}

// alarm rings always where the kernel has no queue of changes that is complete whenever it is asked.
type alarm struct{}

func (a *alarm) arm([]string) {}

func (a *alarm) quiet() bool { return false }

func (a *alarm) armed() bool { return false }

func (a *alarm) close() {}
