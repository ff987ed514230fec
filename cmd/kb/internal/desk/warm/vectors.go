package warm

import (
	"fmt"
	"runtime"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
)

// How long no call must have come before vectors are made, and how often that is looked at.
const (
	calmFor  = 3 * time.Second
	calmLook = 500 * time.Millisecond
)

// makeVectors makes the vectors of the model in this process, where the person named one, as long as
// the server lives and nobody asks it anything: one text at a time, on a thread that lets all others
// go first. Each is kept at once.
func (k *Keeper) makeVectors() {
	if !k.HasModel() {
		return
	}
	k.working.run(func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with its priority
		leaveOthersFirst()
		for k.calm() {
			if err := k.Guard("making vectors", k.makeThose); err != nil && k.ctx.Err() == nil {
				k.Log(fmt.Sprintf("%svectors could not be made: %v", k.Prefix(), err))
				return
			}
			k.pause(calmLook)
		}
	})
}

// makeThose makes the vectors that the newest view has none of yet.
func (k *Keeper) makeThose() error {
	v := k.Newest()
	if v == nil {
		return nil
	}
	defer func() {
		v.Release()
		k.mu.Lock()
		defer k.mu.Unlock()
		k.wake() // the view stayed open for this
	}()
	if v.HasList() {
		return nil
	}
	_, _, _, err := v.Embed(k.ctx, desk.Making{Few: 1, On: func() bool { return k.calm() && k.isNewest(v) }})
	return err
}

// isNewest reports whether a view is still the one that answers: vectors for one that has been
// replaced would be made for nobody.
func (k *Keeper) isNewest(v *View) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.current == v
}

// calm waits until no call has come for a while. It reports whether to go on.
func (k *Keeper) calm() bool {
	for k.calledWithin(calmFor) && k.ctx.Err() == nil {
		k.pause(calmLook)
	}
	return k.ctx.Err() == nil
}

// pause waits for a time, or for the end of the server.
func (k *Keeper) pause(d time.Duration) {
	select {
	case <-time.After(d):
	case <-k.ctx.Done():
	}
}
