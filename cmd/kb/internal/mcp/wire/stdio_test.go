package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A line is a message up to its bound; one that is longer is skipped whole, and the next one read.
func TestLinesHaveABound(t *testing.T) {
	for _, c := range []struct {
		size    int // of the line, with its end
		tooLong bool
	}{{1, false}, {2, false}, {1 << 16, false}, {1<<16 + 1, false}, {maxMessage, false}, {maxMessage + 1, true}, {2 * maxMessage, true}} {
		in := strings.Repeat("x", c.size-1) + "\nnext\nlast"
		r := bufio.NewReaderSize(strings.NewReader(in), 1<<16)
		line, tooLong, err := readLine(r)
		if want := in[:c.size]; tooLong != c.tooLong || err != nil || !tooLong && string(line) != want {
			t.Errorf("%d bytes: %d bytes, too long %v, %v", c.size, len(line), tooLong, err)
		}
		if line, tooLong, err := readLine(r); string(line) != "next\n" || tooLong || err != nil {
			t.Errorf("%d bytes: then %q, %v, %v", c.size, line, tooLong, err)
		}
		if line, tooLong, err := readLine(r); string(line) != "last" || tooLong || err != io.EOF {
			t.Errorf("%d bytes: at last %q, %v, %v", c.size, line, tooLong, err)
		}
	}
}

// fed gives the methods that came through, and the reasons of what was refused.
func fed(t *testing.T, in io.Reader) (methods, refused []string, err error) {
	t.Helper()
	c := newLineConn(io.Discard)
	ended := make(chan error, 1)
	go func() { ended <- feed(in, c) }()
	for done := false; !done; {
		select {
		case msg := <-c.incoming:
			methods = append(methods, msg.(*jsonrpc.Request).Method)
		case err = <-ended:
			done = true
		}
	}
	for len(c.refusals) > 0 {
		var answer struct{ Error struct{ Message string } }
		if err := json.Unmarshal(<-c.refusals, &answer); err != nil {
			t.Fatal(err)
		}
		refused = append(refused, answer.Error.Message)
	}
	return methods, refused, err
}

// What is no message is refused, by its reason, and the messages around it come through.
func TestWhatOfALineComesThrough(t *testing.T) {
	ask := func(id int, method string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
	}
	for _, c := range []struct {
		name, in         string
		methods, refused []string
	}{
		{"two lines", ask(1, "a") + "\n" + ask(2, "b"), []string{"a", "b"}, nil},
		{"blank lines", "\n \t\n" + ask(1, "a") + "\r\n\n", []string{"a"}, nil},
		{"no JSON between", ask(1, "a") + "\nhello\n" + ask(2, "b"), []string{"a", "b"}, []string{"this is no JSON:"}},
		{"no message between", "{}\n" + ask(2, "b"), []string{"b"}, []string{"this is no JSON-RPC message:"}},
		{"one id twice", ask(1, "a") + "\n" + ask(1, "b") + "\n" + ask(2, "c"), []string{"a", "c"},
			[]string{"the id of the request is in use"}},
		{"a batch", "[" + ask(1, "a") + "," + ask(2, "b") + "]", []string{"a", "b"}, nil},
		{"a batch with what is none", "[" + ask(1, "a") + ",{}," + ask(1, "b") + "," + ask(2, "c") + "]", []string{"a", "c"},
			[]string{"this is no JSON-RPC message:", "the id of the request is in use"}},
		{"an empty batch", "[]\n" + ask(1, "a"), []string{"a"}, []string{"this is no message:"}},
		{"a batch cut off", "[" + ask(1, "a") + "\n" + ask(2, "b"), []string{"b"}, []string{"this is no message:"}},
		{"a long line", strings.Repeat("x", maxMessage) + "\n" + ask(1, "a"), []string{"a"}, []string{"the message is longer than 4 MiB:"}},
	} {
		methods, refused, err := fed(t, strings.NewReader(c.in))
		ok := err == nil && strings.Join(methods, " ") == strings.Join(c.methods, " ") && len(refused) == len(c.refused)
		for i := range c.refused {
			ok = ok && strings.HasPrefix(refused[i], c.refused[i])
		}
		if !ok {
			t.Errorf("%s: %v, refused %q, %v", c.name, methods, refused, err)
		}
	}
	broken := errors.New("the pipe is broken")
	in := io.MultiReader(strings.NewReader(ask(1, "a")+"\n"), &failing{err: broken})
	if methods, _, err := fed(t, in); len(methods) != 1 || !errors.Is(err, broken) {
		t.Errorf("%v, %v: not what the reading says", methods, err)
	}
}

// failing is a stream that breaks.
type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// A session that has ended takes no more messages, and reading ends.
func TestNoSessionTakesNoMessages(t *testing.T) {
	c := newLineConn(io.Discard)
	c.Close()
	if err := feed(strings.NewReader(strings.Repeat(`{"jsonrpc":"2.0","method":"notifications/x"}`+"\n", 3)), c); err != nil {
		t.Errorf("%v: the end is no error", err)
	}
	if pass([]byte(`{"jsonrpc":"2.0","method":"notifications/x"}`), c) {
		t.Error("a message was handed to nobody")
	}
}

// So many requests are open at once and no more; one that is answered makes room.
func TestOpenRequestsHaveABound(t *testing.T) {
	c := newLineConn(io.Discard)
	call := func(i int) *jsonrpc.Request {
		id, err := jsonrpc.MakeID(float64(i))
		if err != nil {
			t.Fatal(err)
		}
		return &jsonrpc.Request{ID: id, Method: "ping"}
	}
	for i := range MaxPending {
		if why := c.expect(call(i)); why != "" {
			t.Fatalf("request %d: %s", i, why)
		}
	}
	if why := c.expect(call(MaxPending)); !strings.HasPrefix(why, "1024 requests are open") {
		t.Errorf("one more is let in: %q", why)
	}
	c.drop(call(7).ID)
	if why := c.expect(call(MaxPending)); why != "" {
		t.Errorf("after an answer: %s", why)
	}
}

// The end waits for what was asked, but not for one who only listens.
func TestEndWaitsForAnswers(t *testing.T) {
	id, err := jsonrpc.MakeID("one")
	if err != nil {
		t.Fatal(err)
	}
	c := newLineConn(io.Discard)
	c.expect(&jsonrpc.Request{ID: id, Method: "subscriptions/listen"})
	c.wait(time.Hour)
	c.drop(id)
	c.expect(&jsonrpc.Request{ID: id, Method: "tools/call"})
	var answered atomic.Bool
	go func() {
		time.Sleep(20 * time.Millisecond)
		answered.Store(true)
		c.drop(id)
	}()
	if c.wait(time.Hour); !answered.Load() {
		t.Error("it ended before the answer")
	}
	c.expect(&jsonrpc.Request{ID: id, Method: "tools/call"})
	c.wait(time.Millisecond) // and not for ever
}
