package base

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb/record"
)

func TestListsOfAStoredBase(t *testing.T) {
	var made lists
	for i, list := range [][]int32{{0, 3, 4}, nil, {9}} {
		made.grow()
		for _, n := range list {
			made.add(int32(i), n)
		}
	}
	var w record.Writer
	made.write(&w)
	for below, want := range map[int][][]int32{10: {{0, 3, 4}, {}, {9}}, 9: {{0, 3, 4}, {}, {}}, 4: {{}, {}, {}}} {
		l := storedLists(record.Read(string(w.Data)).Table(), below)
		for i, list := range want {
			if got := l.of(int32(i)); !slices.Equal(got, list) {
				t.Errorf("below %d, list %d: %v, want %v", below, i, got, list)
			}
		}
		if l.add(1, 11); !slices.Equal(l.of(1), []int32{11}) {
			t.Errorf("added to an empty list: %v", l.of(1))
		}
		if l.grow(); len(l.of(3)) != 0 {
			t.Error("a new list is not empty")
		}
	}
	if got := readSteps("\x01\x05\x01", 9); got != nil {
		t.Errorf("more than a list: %v", got)
	}
}

func TestVocabulary(t *testing.T) {
	var made vocabulary
	for _, term := range []string{"pear", "apple", "quince"} {
		made.add(term)
	}
	var w record.Writer
	made.write(&w)
	v := readVocabulary(record.Read(string(w.Data)))
	if fig := v.add("fig"); fig != 3 || v.len() != 4 {
		t.Errorf("fig is %d of %d", fig, v.len())
	}
	got := map[string]int32{}
	for term, id := range v.all() {
		got[term] = id
	}
	for term, want := range map[string]int32{"pear": 0, "apple": 1, "quince": 2, "fig": 3} {
		if id, ok := v.find(term); !ok || id != want || got[term] != want {
			t.Errorf("%s is %d", term, id)
		}
	}
	for _, term := range []string{"", "aardvark", "banana", "zebra"} {
		if _, ok := v.find(term); ok {
			t.Errorf("%q is there", term)
		}
	}
	r := record.Read("\x01\x01\x00\x00\x00\x01a\x01")
	if readVocabulary(r); r.Err() == nil {
		t.Error("the second of one")
	}
}
