package learn

import (
	"reflect"
	"strings"
	"testing"
)

// What a person typed and all that followed is one unit; what came before is in none.
func TestExchanges(t *testing.T) {
	s := told(t, `
		agent: Hello.
		you: How is money rounded?
		agent: To cents, as here:\n\n`+"```Go title=x\\nfunc f() {}\\n\\nvar a int\\n```\\nSee money.go."+`
		you: Do the same for prices.
		edit price.go -a +b
		agent: `+strings.Repeat("Done. ", 400)+"\\n~~~\\nx\\n```\\n"+`
		you: thanks
	`)
	want := []Exchange{
		{
			Events: [2]int{1, 2}, Importance: .8,
			Entities: []Named{{"language", "go", 1}, {"file", "money.go", .7}},
			Code:     []CodeBlock{{Event: 2, Lines: [2]int{4, 6}, Language: "go", Context: "To cents, as here:"}},
		},
		{
			Events: [2]int{3, 5}, Importance: .9,
			Entities: []Named{{"file", "price.go", .7}},
			Code:     []CodeBlock{{Event: 5, Lines: [2]int{3, 4}, Context: strings.Repeat("Done. ", 50) + "…"}},
		},
		{Events: [2]int{6, 6}, Importance: .5, Entities: []Named{}, Code: []CodeBlock{}},
	}
	if got := Exchanges(s); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nnot %+v", got, want)
	}
}

// Of many blocks of code the first are kept.
func TestCodeOfAnExchangeIsBounded(t *testing.T) {
	block := "\\n```go\\nfunc f() {}\\n```\\n"
	s := told(t, `
		you: Show me.
		agent: `+strings.Repeat(block, mostCode-1)+`
		agent: `+strings.Repeat(block, 3)+`
	`)
	if got := Exchanges(s); len(got) != 1 || len(got[0].Code) != mostCode || got[0].Code[mostCode-1].Event != 2 {
		t.Errorf("%+v", got)
	}
}

// A candidate tells how much its exchange matters and of what language the code is, and keeps that
// when it is found again where there was none. Of what a page may have said it names no language.
func TestCandidateOfAnExchange(t *testing.T) {
	said := `
		you: Always write prices in money.go as cents.
		edit money.go -a +b
		agent: As in` + "\\n```go\\nx\\n```\\n"
	c := one(t, said)
	if c.Importance != .8 || !reflect.DeepEqual(c.Entities, []Named{{"language", "go", 1}}) {
		t.Errorf("%v %v", c.Importance, c.Entities)
	}
	c.Join(Candidate{Origin: Human, Base: .9, Importance: .5, Entities: []Named{{"language", "sql", 1}}})
	if c.Importance != .8 || len(c.Entities) != 2 || c.Entities[0].Name != "go" {
		t.Errorf("joined: %v %v", c.Importance, c.Entities)
	}
	if c := one(t, strings.Replace(said, "edit", "web https://example.org\nedit", 1)); len(c.Entities) != 0 {
		t.Errorf("after a page: %v", c.Entities)
	}
}
