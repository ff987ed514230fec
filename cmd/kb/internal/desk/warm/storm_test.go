package warm

import (
	"testing"
	"time"
)

func TestStorm(t *testing.T) {
	now := time.Now()
	update := func(ago, took time.Duration) span { return span{now.Add(-ago), now.Add(took - ago)} }
	for name, c := range map[string]struct {
		lately  []span
		running bool
		want    bool
	}{
		"nothing yet": {nil, false, false},
		"few":         {[]span{update(4*time.Second, time.Second), update(2*time.Second, time.Second)}, true, false},
		"one after another": {[]span{update(6*time.Second, time.Second), update(4*time.Second, time.Second),
			update(2*time.Second, time.Second)}, false, true},
		"quick ones": {[]span{update(300*time.Millisecond, 80*time.Millisecond),
			update(200*time.Millisecond, 80*time.Millisecond), update(100*time.Millisecond, 80*time.Millisecond)}, false, false},
		"now and then": {[]span{update(60*time.Second, time.Second), update(30*time.Second, time.Second),
			update(2*time.Second, time.Second)}, false, false},
		"over": {[]span{update(12*time.Second, 2*time.Second), update(10*time.Second, 2*time.Second),
			update(8*time.Second, 2*time.Second)}, false, false},
		"long, and not over yet": {[]span{update(40*time.Second, 9*time.Second), update(30*time.Second, 9*time.Second),
			update(20*time.Second, 9*time.Second)}, true, true},
	} {
		k := &Keeper{Options: Options{Patience: time.Second}, lately: c.lately}
		if c.running {
			k.running = &run{began: now}
		}
		if got := k.storm(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A call waits its whole patience only for an update that has just begun.
func TestPatience(t *testing.T) {
	k := &Keeper{Options: Options{Patience: 3 * time.Second}}
	if k.patience() != 3*time.Second {
		t.Error(k.patience())
	}
	k.running = &run{began: time.Now().Add(-time.Minute)}
	if k.patience() >= time.Second {
		t.Error(k.patience())
	}
}
