package golang

import (
	"context"
	"errors"
	"fmt"
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
