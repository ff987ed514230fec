package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/code"
)

const everyday = `// Package mail sends letters.
package mail

import (
	"net/smtp"
	str "strings"
	. "errors"
)

// Limit is how many letters go out in an hour.
const Limit = 30

var (
	queue []*Letter // what waits
	_     = Limit
)

// A Letter goes to one person.
type Letter struct {
	To      string // the address
	stamp   Stamp
	smtp.Auth
}

// Sender sends.
type Sender interface {
	fmt.Stringer
	// Send sends one.
	Send(l *Letter) (Receipt, error)
}

type office[T any] struct{ desks map[string]*desk }

// Post puts a letter
// into the queue.
func (o *office[T]) Post(l *Letter, who Sender) error {
	d := o.desks["out"]
	d.clerk.weigh(l.stamp)
	for _, q := range queue {
		q.check()
	}
	if _, err := who.Send(l); err != nil {
		return New(str.ToUpper("lost"))
	}
	receipt := open("/").receipt()
	receipt.print(Letter{To: kind(Limit)})
	again := len(queue)
	return smtp.SendMail("a", nil, str.TrimSpace(l.To), again)
}

type kind string
`

// describe writes what was read, a line each.
func describe(f code.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s partial=%v\n", f.Language, f.Package, f.Partial)
	for _, in := range f.Imports {
		fmt.Fprintf(&b, "import %d %s as %q names %q\n", in.Line, in.Path, in.Alias, in.Names)
	}
	for _, s := range f.Symbols {
		fmt.Fprintf(&b, "%s %s: %s%s %d-%d %q %q\n", s.Kind, s.Path(), s.Type, s.Bases, s.Span.Line, s.Span.EndLine, s.Signature, s.Doc)
	}
	for _, u := range f.Uses {
		in := "-"
		if u.In >= 0 {
			in = f.Symbols[u.In].Name
		}
		call := ""
		if u.Call {
			call = "()"
		}
		fmt.Fprintf(&b, "%s:%d %s|%s%s of %q\n", in, u.Span.Line, u.Qualifier, u.Name, call, u.Type)
	}
	return b.String()
}

// An ordinary file gives its symbols with their types, comments and lines, and of what it uses what
// is known of it: package, operand and the operand's type.
func TestEverydayFile(t *testing.T) {
	f, err := Reader{}.Read(context.Background(), "mail.go", []byte(everyday))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Check(len(everyday)); err != nil {
		t.Error(err)
	}
	for _, s := range f.Symbols {
		if everyday[s.NameSpan.Start:s.NameSpan.End] != s.Name {
			t.Errorf("%s stands at %q", s.Name, everyday[s.NameSpan.Start:s.NameSpan.End])
		}
	}
	want := `go mail partial=false
import 5 net/smtp as "" names []
import 6 strings as "str" names []
import 7 errors as "" names ["*"]
constant Limit: [] 11-11 "const Limit = 30" "Limit is how many letters go out in an hour."
variable queue: []Letter[] 14-14 "var queue []*Letter" "what waits"
struct Letter: [smtp.Auth] 19-23 "type Letter struct" "A Letter goes to one person."
field Letter.To: string[] 20-20 "To string" "the address"
field Letter.stamp: Stamp[] 21-21 "stamp Stamp" ""
field Letter.Auth: smtp.Auth[] 22-22 "smtp.Auth" ""
interface Sender: [fmt.Stringer] 26-30 "type Sender interface" "Sender sends."
method Sender.Send: Receipt[] 29-29 "Send(l *Letter) (Receipt, error)" "Send sends one."
struct office: [] 32-32 "type office[T any] struct" ""
field office.desks: []desk[] 32-32 "desks map[string]*desk" ""
method office.Post: error[] 36-49 "func (o *office[T]) Post(l *Letter, who Sender) error" "Post puts a letter\ninto the queue."
type kind: string[] 51-51 "type kind string" ""
queue:14 |Letter of ""
-:15 |Limit of ""
Letter:21 |Stamp of ""
Letter:22 smtp|Auth of ""
Sender:27 |fmt of ""
Sender:27 fmt|Stringer of ""
Sender:29 |Letter of ""
Sender:29 |Receipt of ""
office:32 |desk of ""
Post:36 |office of ""
Post:36 |Letter of ""
Post:36 |Sender of ""
Post:37 o|desks of "office"
Post:38 d|clerk of "office.desks[]"
Post:38 d.clerk|weigh() of "office.desks[]"
Post:38 l|stamp of "Letter"
Post:39 |queue of ""
Post:40 q|check() of "queue[]"
Post:42 who|Send() of "Sender"
Post:43 |New() of ""
Post:43 str|ToUpper() of ""
Post:45 |open() of ""
Post:45 ?|receipt() of "open()"
Post:46 receipt|print() of "open().receipt()"
Post:46 |Letter of ""
Post:46 Letter|To of ""
Post:46 |kind of ""
Post:46 |Limit of ""
Post:47 |queue of ""
Post:48 smtp|SendMail() of ""
Post:48 str|TrimSpace() of ""
Post:48 l|To of "Letter"
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(describe(f), "\n")); diff != "" {
		t.Error(diff)
	}
}

const oddities = `package shop

import ("x/tea"; "unsafe")

var pot, cup = tea.Pot{}, "blue"
var left, right = both()
var first, _, last = one(), two()
var list = [](*Leaf){}

type (
	Leaf struct { tea.Kind; *Stem; _ int }
	Empty struct{}
	price = tea.Price
)

func (Leaf) cut() {}

func () bare() {}

func none()

func brew(a []Leaf, m map[string]tea.Pot, c chan *Leaf, f func() Leaf, any interface{}) (*Leaf, error) {
	var b, d Leaf
	var e, g = new(Leaf), make([]Leaf, 1)
	h, i := both()
	j, k := a[0], m["x"]
	l := &b
	n := <-c
	o := append(a, b)
	p := a[1:]
	q := (b)
	r := *l
	s := any.(tea.Pot)
	u := g[0]
	v := price(3)
	w := unsafe.Sizeof(b)
	ab := new()
	ac := append()
	ab.cut(ac.cut(tea.Pot(cup), tea.Cup(cup)))
	x := tea.New(1)
	y := func() int { return 1 }()
	var z, _ = f().root
	for key, value := range m { key.cut(value.fill()) }
	for _, leaf := range e.leaves { leaf.cut() }
outer:
	for { break outer }
	b.cut(d.cut()); e.cut(); g.cut(); h.cut(); i.cut(); j.cut(); k.cut(); l.cut(); n.cut(); o.cut()
	o[0].cut(); p[1].cut(); q.cut(); r.cut(); s.fill(); u.cut(); v.pay(w); x.fill(); y.run(); z.cut()
	a[0].stem.cut(); (b).cut(); (*l).cut()
	b.stem.root.cut(); f().cut(); both().cut(); []byte(cup).cut(); tea.List[Leaf](b).cut(); (<-c).cut()
	_ = []Leaf{{left: 1}, b}
	_ = tea.Pot{size: 1, "b": 2, pot: cup}
	_ = map[string]int{cup: 1, right: 2}
	_ = [...]int{last: 1}
	return nil, first
}
`

// Types are told through every form of an expression that names them, and never for what is a list.
func TestTypesOfExpressions(t *testing.T) {
	f, err := Reader{}.Read(context.Background(), "shop.go", []byte(oddities))
	if err != nil {
		t.Fatal(err)
	}
	want := `go shop partial=false
import 3 x/tea as "" names []
import 3 unsafe as "" names []
variable pot: tea.Pot[] 5-5 "var pot, cup = tea.Pot{}, \"blue\"" ""
variable cup: [] 5-5 "var pot, cup = tea.Pot{}, \"blue\"" ""
variable left: both()[] 6-6 "var left, right = both()" ""
variable right: [] 6-6 "var left, right = both()" ""
variable first: [] 7-7 "var first, _, last = one(), two()" ""
variable last: [] 7-7 "var first, _, last = one(), two()" ""
variable list: []Leaf[] 8-8 "var list = [](*Leaf){}" ""
struct Leaf: [tea.Kind Stem] 11-11 "type Leaf struct" ""
field Leaf.Kind: tea.Kind[] 11-11 "tea.Kind" ""
field Leaf.Stem: Stem[] 11-11 "*Stem" ""
struct Empty: [] 12-12 "type Empty struct" ""
type price: tea.Price[] 13-13 "type price = tea.Price" ""
method Leaf.cut: [] 16-16 "func (Leaf) cut()" ""
method bare: [] 18-18 "func () bare()" ""
function none: [] 20-20 "func none()" ""
function brew: Leaf[] 22-56 "func brew(a []Leaf, m map[string]tea.Pot, c chan *Leaf, f func() Leaf, any interface{}) (*Leaf, error)" ""
pot:5 tea|Pot of ""
left:6 |both() of ""
first:7 |one() of ""
first:7 |two() of ""
list:8 |Leaf of ""
Leaf:11 tea|Kind of ""
Leaf:11 |Stem of ""
price:13 tea|Price of ""
cut:16 |Leaf of ""
brew:22 |Leaf of ""
brew:22 tea|Pot of ""
brew:22 |Leaf of ""
brew:22 |Leaf of ""
brew:22 |Leaf of ""
brew:23 |Leaf of ""
brew:24 |Leaf of ""
brew:24 |Leaf of ""
brew:25 |both() of ""
brew:33 tea|Pot of ""
brew:35 |price of ""
brew:36 unsafe|Sizeof of ""
brew:39 ab|cut() of "new()"
brew:39 ac|cut() of "append()"
brew:39 tea|Pot of ""
brew:39 |cup of ""
brew:39 tea|Cup() of ""
brew:39 |cup of ""
brew:40 tea|New() of ""
brew:42 ?|root of ""
brew:43 key|cut() of ""
brew:43 value|fill() of "tea.Pot"
brew:44 e|leaves of "Leaf"
brew:44 leaf|cut() of "Leaf.leaves[]"
brew:47 b|cut() of "Leaf"
brew:47 d|cut() of "Leaf"
brew:47 e|cut() of "Leaf"
brew:47 g|cut() of "[]Leaf"
brew:47 h|cut() of "both()"
brew:47 i|cut() of ""
brew:47 j|cut() of "Leaf"
brew:47 k|cut() of "tea.Pot"
brew:47 l|cut() of "Leaf"
brew:47 n|cut() of "Leaf"
brew:47 o|cut() of "[]Leaf"
brew:48 ?|cut() of "Leaf"
brew:48 ?|cut() of "Leaf"
brew:48 q|cut() of "Leaf"
brew:48 r|cut() of "Leaf"
brew:48 s|fill() of "tea.Pot"
brew:48 u|cut() of "Leaf"
brew:48 v|pay() of "price()"
brew:48 x|fill() of "tea.New()"
brew:48 y|run() of ""
brew:48 z|cut() of ""
brew:49 ?|stem of "Leaf"
brew:49 ?|cut() of "Leaf.stem"
brew:49 b|cut() of "Leaf"
brew:49 l|cut() of "Leaf"
brew:50 b|stem of "Leaf"
brew:50 b.stem|root of "Leaf"
brew:50 b.stem.root|cut() of "Leaf"
brew:50 ?|cut() of ""
brew:50 |both() of ""
brew:50 ?|cut() of "both()"
brew:50 |cup of ""
brew:50 ?|cut() of ""
brew:50 tea|List() of ""
brew:50 |Leaf of ""
brew:50 ?|cut() of "tea.List()"
brew:50 ?|cut() of "Leaf"
brew:51 |Leaf of ""
brew:51 |left of ""
brew:52 tea|Pot of ""
brew:52 tea.Pot|size of ""
brew:52 |pot of ""
brew:52 |cup of ""
brew:53 |cup of ""
brew:53 |right of ""
brew:54 |last of ""
brew:55 |first of ""
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(describe(f), "\n")); diff != "" {
		t.Error(diff)
	}
}

// What is too deep or too long is refused or left out, to the last bracket and byte.
func TestBounds(t *testing.T) {
	for text, want := range map[string]bool{
		strings.Repeat("(", maxDepth): false, strings.Repeat("(", maxDepth+1): true, strings.Repeat("()", maxDepth+1): false,
		strings.Repeat("([", maxDepth/2) + "]" + "{{": true,
		strings.Repeat("- ", maxDepth):                false, strings.Repeat("-\n", maxDepth+1): true, strings.Repeat("-",
			maxDepth) + "a-": false,
		strings.Repeat("-", maxDepth) + "(-": false,
		strings.Repeat("-", maxDepth) + ")-": false, ")" + strings.Repeat("(", maxDepth+1): true,
	} {
		if got := tooDeep([]byte(text)); got != want {
			t.Errorf("%.8q… of %d bytes is too deep: %v", text, len(text), got)
		}
	}
	whole := "package p\n" + strings.Repeat(" ", code.MaxSize-10)
	if _, err := (Reader{}).Read(context.Background(), "a.go", []byte(whole)); err != nil {
		t.Errorf("of the greatest size: %v", err)
	}
	long := strings.Repeat("x", code.MaxText)
	for name, tt := range map[string]struct {
		source          string
		symbols, uses   int
		partial         bool
		typeOfTheFirst  string
		importsOfSource int
	}{
		"a long name":           {"var " + long + " int", 1, 0, false, "int", 0},
		"a longer name":         {"var " + long + "x int", 0, 0, true, "", 0},
		"a long type":           {"var a " + long, 1, 1, false, long, 0},
		"a longer type":         {"var a " + long + "x", 1, 0, false, long, 0},
		"a long value":          {"var a = " + long + "{}", 1, 1, false, long, 0},
		"a longer value":        {"var a = " + long + "x{}", 1, 0, false, "", 0},
		"a long qualifier":      {"func f() { " + long + ".g() }", 1, 2, false, "", 0},
		"a longer qualifier":    {"func f() { " + long + "x.g() }", 1, 0, false, "", 0},
		"an import without end": {"import \"a", 0, 0, true, "", 0},
		"no declaration":        {"x := 1", 0, 0, true, "", 0},
	} {
		f, err := Reader{}.Read(context.Background(), "a.go", []byte("package p\n"+tt.source+"\n"))
		first := ""
		if len(f.Symbols) > 0 {
			first = f.Symbols[0].Type
		}
		if err != nil || len(f.Symbols) != tt.symbols || len(f.Uses) != tt.uses || f.Partial != tt.partial ||
			first != tt.typeOfTheFirst || len(f.Imports) != tt.importsOfSource {
			t.Errorf("%s: %d symbols, %d uses, partial %v, first of %.9q, %d imports, %v", name, len(f.Symbols), len(f.Uses),
				f.Partial, first, len(f.Imports), err)
		}
	}
	if f, _ := (Reader{}).Read(context.Background(), "a.go",
		[]byte("//line other.go:90\npackage p\n\nfunc f() {}\n")); f.Symbols[0].Span.Line != 4 {
		t.Errorf("a line that says to be another: %+v", f.Symbols[0].Span)
	}
	for form, most := range map[string]int{"(%s)": 7, "%s[1:]": 7, "(*%s)": 3, "(&%s)": 3, "(<-%s)": 3, "%s[0]": 7, "%s.a": 7,
		"append(%s)": 7, "%s.a()": 3} {
		got := 0
		for e, n := "b", 1; n < 30; n++ {
			e = fmt.Sprintf(form, e)
			f, _ := Reader{}.Read(context.Background(), "a.go", []byte("package p\nfunc f(b T) { c := "+e+"; c.last() }\n"))
			if last := f.Uses[len(f.Uses)-1]; last.Name == "last" && last.Type != "" {
				got = n
			}
		}
		if got != most {
			t.Errorf("through %s types are told %d times, want %d", form, got, most)
		}
	}
	if got, root := chain(&ast.ParenExpr{X: &ast.SelectorExpr{X: &ast.StarExpr{X: ast.NewIdent("a")},
		Sel: ast.NewIdent("b")}}); got != "a.b" || root.Name != "a" {
		t.Errorf("chained to %q", got)
	}
}

// Files that are being written are read as far as can be; what is no Go is told.
func TestBadSyntax(t *testing.T) {
	f, err := Reader{}.Read(context.Background(), "a.go", []byte("package a\n\nfunc A() { b( }\n\nfunc C() {}\n"))
	if err != nil || !f.Partial || len(f.Symbols) < 1 || f.Symbols[0].Name != "A" {
		t.Errorf("%+v %v", f, err)
	}
	for name, source := range map[string]string{
		"no Go":         "# A heading\n",
		"nothing":       "",
		"brackets":      "package p\nvar x = " + strings.Repeat("(", 20_000),
		"functions":     "package p\nvar x = " + strings.Repeat("func(){", 20_000),
		"signs":         "package p\nvar x = " + strings.Repeat("- ", 200_000) + "1",
		"chains":        "package p\nvar x = a" + strings.Repeat(".a", 200_000),
		"beyond limits": "package p\n" + strings.Repeat(" ", code.MaxSize),
	} {
		if _, err := (Reader{}).Read(context.Background(), "a.go", []byte(source)); !errors.Is(err, code.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Reader{}).Read(ctx, "a.go", []byte("package a")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// More than the limits is left out, and said.
func TestLimits(t *testing.T) {
	source := "package p\n\nvar " + strings.Repeat("a,", code.MaxSymbols) + "b int\n\n" +
		"var x = f(" + strings.Repeat("y,", code.MaxUses) + ")\n"
	f, err := Reader{}.Read(context.Background(), "a.go", []byte(source))
	if err != nil || !f.Partial || len(f.Symbols) != code.MaxSymbols || len(f.Uses) != code.MaxUses {
		t.Errorf("%d symbols, %d uses, partial %v, %v", len(f.Symbols), len(f.Uses), f.Partial, err)
	}
	if err := f.Check(len(source)); err != nil {
		t.Error(err)
	}
}

// No bytes make the reader fail or say what cannot be true.
func FuzzRead(f *testing.F) {
	f.Add([]byte(everyday))
	f.Add([]byte("package a\ntype T struct { *T; a, b int }\nfunc (T) ("))
	f.Fuzz(func(t *testing.T, source []byte) {
		read, err := Reader{}.Read(context.Background(), "a.go", source)
		if err != nil && !errors.Is(err, code.ErrUnreadable) {
			t.Fatal(err)
		}
		if err := read.Check(len(source)); err != nil {
			t.Error(err)
		}
	})
}
