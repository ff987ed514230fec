package habit

import (
	"reflect"
	"testing"

	"github.com/9aea2451/kb/kb/observe"
)

// A module is told of once three of its sessions took half as many calls again as they had planned.
func TestOverruns(t *testing.T) {
	session := func(module string, steps, planned int) observe.Trace {
		tr := observe.Trace{Main: module, Steps: steps, Planned: planned}
		if planned > 0 && 2*steps > 3*planned {
			tr.Signals = []observe.Signal{{Class: observe.StepOverrun, Key: module}}
		}
		return tr
	}
	traces := []observe.Trace{
		session("auth", 8, 4), session("auth", 16, 4), session("auth", 12, 4), session("auth", 4, 4), session("auth", 90, 0),
		session("shop", 8, 4), session("shop", 8, 4), session("shop", 4, 4),
	}
	want := []Overrun{{Module: "auth", Sessions: 4, Over: 3, Ratio: 2.5}}
	if got := Overruns(traces); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
