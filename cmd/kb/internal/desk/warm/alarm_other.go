//go:build !linux

package warm

// leaveOthersFirst does nothing where a thread has no priority of its own.
func leaveOthersFirst() {}

// alarm rings always where the kernel has no queue of changes that is complete whenever it is asked.
type alarm struct{}

// arm watches nothing, for there is nothing to watch with.
func (a *alarm) arm([]string) {}

// quiet is false, so that every look asks for the files themselves.
func (a *alarm) quiet() bool { return false }

// armed is false: no silence of this alarm can be trusted.
func (a *alarm) armed() bool { return false }

func (a *alarm) close() {}
