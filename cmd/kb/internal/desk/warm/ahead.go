package warm

import "fmt"

// readHistory reads what HEAD has that is not read yet, in the background.
func (k *Keeper) readHistory() {
	if k.ctx.Err() != nil {
		return
	}
	done := k.History.Begin()
	if done == nil {
		return
	}
	k.working.run(func() {
		err := k.Guard("reading the history", func() error { return k.History.Read(k.ctx) })
		if again := done(err); err != nil && !again && k.ctx.Err() == nil {
			k.Log(fmt.Sprintf("%sthe history could not be read: %v", k.Prefix(), err))
		}
	})
}
