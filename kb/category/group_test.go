package category

import "testing"

func TestGroups(t *testing.T) {
	defs := []Definition{
		{Name: "storage", Title: "Storage", Tags: []string{"database", "redis"}},
		{Name: "storage", Title: "Another"},
	}
	notes := []Note{
		{Category: "Storage", Title: "Unlike"},
		{Title: "Redis", Tags: []string{"redis", "database"}, Text: "The database is redis."},
		{Category: "Something New", Title: "x"},
		{Category: "<name>", Title: "From a template"},
		{Title: "The weather"},
	}
	groups := Groups(defs, notes)
	if len(groups) != 2 || groups[0].Title != "Storage" || groups[0].BuiltIn {
		t.Fatalf("%+v", groups)
	}
	members := groups[0].Members
	if len(members) != 2 || members[0].Note != 0 || members[0].Match != nil || members[1].Note != 1 || members[1].Match == nil {
		t.Errorf("storage has %+v", members)
	}
	if made := named(groups, "something new"); made == nil || made.Title != "Something New" || len(made.Members) != 1 ||
		made.Members[0].Note != 2 {
		t.Errorf("the category that only a note names is %+v", made)
	}
	if named(groups, "nothing") != nil {
		t.Error("a category of no name was found")
	}
	if own := Groups(nil, nil); len(own) != len(Defaults()) || !own[0].BuiltIn {
		t.Errorf("without definitions there are %d categories", len(own))
	}
}
