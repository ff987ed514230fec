package panel

import (
	"testing"
	"testing/synctest"
	"time"
)

// What works beside the pages works at first, then waits while a page is made and a while after it, though
// not for ever, and ends with its context.
func TestWorkBesideWaitsForCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a aside
		took := func() time.Duration {
			began := time.Now()
			if !a.wait(t.Context().Done()) {
				t.Error("it was ended")
			}
			return time.Since(began).Round(time.Second)
		}
		end := a.page()
		a.begin()
		if d := took(); d != 0 {
			t.Errorf("at first it waits %v", d)
		}
		time.Sleep(atFirst)
		if d := took(); d != mostAside {
			t.Errorf("while a page is made it waits %v", d)
		}
		if d := took(); d != 0 {
			t.Errorf("having waited that long it does not work, but waits %v", d)
		}
		time.Sleep(2 * asideFor)
		go func() {
			time.Sleep(2 * time.Second)
			end(false)
		}()
		if d := took(); d != 2*time.Second+calmAfter {
			t.Errorf("for a page of 2 s it waits %v", d)
		}
		if d := took(); d != 0 {
			t.Errorf("without pages it waits %v", d)
		}
		a.page()(false)
		a.page()(true)
		if d := took(); d != calmAfter {
			t.Errorf("after a page it waits %v", d)
		}
		a.page()(true)
		if d := took(); d != 0 {
			t.Errorf("for a page that waits for it, it waits %v", d)
		}
		end = a.page()
		defer end(false)
		done, began := make(chan struct{}), time.Now()
		go func() {
			time.Sleep(time.Second)
			close(done)
		}()
		if a.wait(done) || time.Since(began).Round(time.Second) != time.Second {
			t.Errorf("it goes on at the end, or waits %v for it", time.Since(began))
		}
		if a.wait(done) {
			t.Error("it goes on after the end")
		}
	})
}
