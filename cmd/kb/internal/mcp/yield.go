package mcp

import "time"

const (
	callsPass = 200 * time.Millisecond // after a call, within which the next is likely
	letPass   = 100 * time.Millisecond
)

// yield leaves the processors to calls while they come, for who works beside them. It tells whether to go on.
func (b *base) yield() bool {
	if b.calledWithin(callsPass) {
		select {
		case <-time.After(letPass):
		case <-b.ctx.Done():
		}
	}
	return b.ctx.Err() == nil
}
