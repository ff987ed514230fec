package store

import (
	"errors"
	"testing"
)

// A fault in memory at an address is damage; a nil pointer is none.
func TestOnlyAFaultWithAnAddressIsDamage(t *testing.T) {
	if err := Mapped(func() error { panic(addressed{errors.New("unexpected fault address")}) }); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a nil pointer was taken for damage")
		}
	}()
	var none *struct{ calls int }
	err := Mapped(func() error { none.calls++; return nil })
	t.Errorf("no panic, but %v", err)
}

type addressed struct{ error }

func (addressed) Addr() uintptr { return 0xc000000 }
