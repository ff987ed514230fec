package base

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

func TestNearest(t *testing.T) {
	var all []*read.Parsed
	for _, text := range []string{
		"Access tokens expire after 15 minutes.", "Refresh tokens are rotated at each use.", "The disk quota is 10 GiB.",
		"Access to the vault is logged.",
	} {
		all = append(all, read.Parse(read.Statement{Text: text, Document: text}))
	}
	b := New(all)
	asked := []*read.Parsed{read.Parse(read.Statement{Text: "Access tokens are opaque strings."})}
	near := b.Nearest(asked, 2)
	if len(near) != 2 || near[0] != all[0] || near[1] == all[2] {
		t.Errorf("%d near: %+v", len(near), near)
	}
	b.Drop(all[0].Document)
	if near := b.Nearest(asked, 2); len(near) == 0 || near[0] == all[0] {
		t.Errorf("what was dropped is near: %+v", near)
	}
	if near := b.Nearest([]*read.Parsed{read.Parse(read.Statement{Text: "Whales sing at night."})}, 2); near != nil {
		t.Errorf("nothing is near: %+v", near)
	}
}
