package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/record"
)

func TestNameIn(t *testing.T) {
	for text, want := range map[string]string{"Server.Close": "Server.Close", " http::serve() ": "http.serve", "a.go#Sign": "a.go.Sign",
		"`parse_args`": "parse_args", "$el": "$el", "two words": "", "1.5": "", "how?": "", "": ""} {
		if got, ok := nameIn(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

func TestFits(t *testing.T) {
	f := &code.File{Package: "http"}
	s := &code.Symbol{Name: "Close", Container: "Server"}
	for name, want := range map[string]bool{"close": true, "Server.Close": true, "http.Server.Close": true, "net.serve.Server.Close": true,
		"net.Server.Close": true, "http.Close": true, "serve.Close": true,
		"Client.Close": false, "server.go.Close": false, "ver.Close": false} {
		if got := fits("src/net/serve.go", f, s, name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPostingsComeBack(t *testing.T) {
	its := &[words.Fields][]words.Posting{}
	its[words.Body] = []words.Posting{{Doc: 0, Freq: 2}, {Doc: 7, Freq: 1}}
	its[words.Code] = []words.Posting{{Doc: 3, Freq: 1}}
	data := string(packPostings(its))
	for _, field := range fields {
		if got, err := readPostings(data, field); err != nil || cmp.Diff(its[field], got) != "" {
			t.Errorf("%d: %v, %v", field, got, err)
		}
	}
	if _, err := readPostings(data[:len(data)-1], words.Body); err == nil {
		t.Error("a cut record is not noticed")
	}
}

// What is kept of a chunk has its prefix: the names that it declares, and the comment of what it is a part of.
func TestWordsOfAFile(t *testing.T) {
	source := []byte("// Send posts.\nfunc (r *Room) SendAll() {}\n")
	f := &code.File{Symbols: []code.Symbol{{Kind: code.Method, Name: "SendAll", Container: "Room",
		Signature: "func (r *Room) SendAll()",
		NameSpan:  code.Span{Start: 30, End: 37, Line: 2, EndLine: 2},
		Span:      code.Span{Start: 15, End: len(source) - 1, Line: 2, EndLine: 2}}}}
	cut := AtSymbols()
	made := cut.words(f, source)
	lengths, err := readLengths(made.Data)
	if err != nil || len(lengths) != 1 || lengths[0][words.Code] != 2 || lengths[0][words.Body] <= lengths[0][words.Head] {
		t.Fatal(lengths, err)
	}
	wanted := map[string]words.Field{"room.sendall": words.Code, "sendall": words.Code, "send": words.Head, "post": words.Body}
	for term, field := range wanted {
		if got, err := readPostings(string(made.Terms[term]), field); err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", term, got, err)
		}
	}
	if named, err := readNamed(string(made.Terms[definedAs+"sendall"])); err != nil || len(named) != 1 {
		t.Error(named, err)
	}
	cut.Plain = true
	if made := cut.words(f, source); made.Terms["room.sendall"] != nil || made.Terms[definedAs+"sendall"] != nil {
		t.Error("a plain cutter knows of symbols")
	}
}

// readNamed reads the numbers of the symbols that a term names, as words packed them.
func readNamed(data string) (out []int, err error) {
	r := record.Read(data)
	for n := r.Count(); n > 0 && r.Err() == nil; n-- {
		out = append(out, r.Int())
	}
	return out, r.End()
}
