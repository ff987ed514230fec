package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// framed is a body behind its header.
func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestMessagesAreRead(t *testing.T) {
	stream := framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) +
		"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 40\r\n\r\n" +
		`{"jsonrpc":"2.0","method":"initialized"}` +
		framed(`{"jsonrpc":"2.0","id":"a","result":null}`)
	r := NewReader(strings.NewReader(stream))
	for _, want := range []struct {
		method, id string
		request    bool
	}{{"initialize", "1", true}, {"initialized", "", false}, {"", `"a"`, false}} {
		m, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if m.Method != want.method || string(m.ID) != want.id || m.Request() != want.request {
			t.Errorf("read %+v, want %+v", m, want)
		}
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestAMalformedBodyEndsNothing(t *testing.T) {
	next := framed(`{"jsonrpc":"2.0","method":"exit"}`)
	for _, body := range []string{
		"", "{", "[]", `{"method":"exit"}`, `{"jsonrpc":"1.0","method":"exit"}`, `{"jsonrpc":"2.0","id":{},"method":"x"}`,
	} {
		r := NewReader(strings.NewReader(framed(body) + next))
		if _, err := r.Read(); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q: %v", body, err)
		}
		if m, err := r.Read(); err != nil || m.Method != "exit" {
			t.Errorf("after %q: %v %v", body, m, err)
		}
	}
}

func TestStreamsThatEnd(t *testing.T) {
	for _, stream := range []string{
		"Content-Length: 5", "Content-Length: 5\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999\r\n\r\n{}",
		"Content-Length: many\r\n\r\n", "\r\n", "X: " + strings.Repeat("y", 1<<20) + "\r\n\r\n", strings.Repeat("X: y\r\n", 2000) + "\r\n",
	} {
		if _, err := NewReader(strings.NewReader(stream)).Read(); err == nil || errors.Is(err, io.EOF) || errors.Is(err, ErrMalformed) {
			t.Errorf("%.40q: %v", stream, err)
		}
	}
}

func TestAnswersAreWritten(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	for _, err := range []error{
		w.Respond(json.RawMessage("7"), nil, nil),
		w.Respond(nil, nil, &Error{ParseError, "no"}),
		w.Notify("window/logMessage", map[string]int{"type": 3}),
		w.Request(1, "client/registerCapability", nil),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := framed(`{"jsonrpc":"2.0","id":7,"result":null}`) +
		framed(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`) +
		framed(`{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3}}`) +
		framed(`{"jsonrpc":"2.0","id":1,"method":"client/registerCapability","params":null}`)
	if out.String() != want {
		t.Errorf("written\n%q, want\n%q", out.String(), want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(framed(`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`)))
	f.Add([]byte("Content-Length: 3\r\n\r\n{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data))
		for range len(data) + 1 {
			m, err := r.Read()
			if err != nil && !errors.Is(err, ErrMalformed) {
				return
			}
			if err == nil && m.Version != "2.0" {
				t.Fatalf("%+v", m)
			}
		}
		t.Fatal("the stream does not end")
	})
}

// No control character goes out raw: a log that shows what was said is safe to read.
func TestControlCharactersAreEscaped(t *testing.T) {
	var out bytes.Buffer
	if err := NewWriter(&out).Notify("x", []string{"\x1b\x07\u009b\u202e"}); err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(out.Bytes(), "\x1b\x07\u009b\u202e") {
		t.Errorf("%q", out.Bytes())
	}
	m, err := NewReader(&out).Read()
	if err != nil || string(m.Params) != `["\u001b\u0007\u009b\u202e"]` {
		t.Errorf("%s, %v", m.Params, err)
	}
}
