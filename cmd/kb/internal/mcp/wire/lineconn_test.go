package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"pgregory.net/rapid"
)

// What is answered or taken back is not waited for, whatever signs its id has.
func TestStdioKnowsWhatIsAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newLineConn(io.Discard)
		var raw any = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"<", "&", ">", "a<b>", "\u2028", "\"", "/", "\x00"})).Draw(t,
			"text")
		if rapid.Bool().Draw(t, "number") {
			raw = float64(rapid.Int32().Draw(t, "number"))
		}
		id, err := jsonrpc.MakeID(raw)
		if err != nil {
			t.Fatal(err)
		}
		if why := w.expect(&jsonrpc.Request{ID: id, Method: "ping"}); why != "" || len(w.pending) != 1 {
			t.Fatalf("%v is not expected: %s", raw, why)
		}
		written, err := json.Marshal(raw)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "taken back") {
			w.forget(&jsonrpc.Request{Method: "notifications/cancelled", Params: fmt.Appendf(nil, `{"requestId":%s}`, written)})
		} else {
			if err := w.Write(t.Context(), &jsonrpc.Response{ID: id, Result: json.RawMessage("{}")}); err != nil {
				t.Fatal(err)
			}
		}
		if len(w.pending) > 0 {
			t.Fatalf("%q is still waited for", raw)
		}
	})
}

// A line says what the SDK's encoding of the message says.
func TestMessagesAreWrittenAsTheSDKDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id, err := jsonrpc.MakeID(rapid.SampledFrom([]any{"a", "<&>", "\u2028\x00", float64(7), float64(-1 << 40)}).Draw(t, "id"))
		if err != nil {
			t.Fatal(err)
		}
		result := rapid.SampledFrom([]string{"", "null", "{}", `{"a":[1,"<b>"]}`, "{\n}", `"\u2028"`}).Draw(t, "result")
		msg := rapid.SampledFrom([]jsonrpc.Message{
			&jsonrpc.Response{ID: id, Result: json.RawMessage(result)},
			&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: 1, Message: result}},
			&jsonrpc.Request{ID: id, Method: "ping"},
			&jsonrpc.Request{Method: "notifications/x", Params: json.RawMessage("{\n}")},
		}).Draw(t, "message")
		want, err := jsonrpc.EncodeMessage(msg)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := newLineConn(&out).Write(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
		line, end := strings.CutSuffix(out.String(), "\n")
		if !end || strings.Contains(line, "\n") || !sameJSON(t, []byte(line), want) {
			t.Errorf("%q, not %s", out.String(), want)
		}
	})
}

// JSON that comes in pieces is escaped as if it came whole, wherever they end.
func TestEscaperJoinsCharacters(t *testing.T) {
	text := `{"a":"ä\n` + "\u009b31m 本 🙂\u2028 \x7f" + `"}`
	want := `{"a":"ä\n\u009b31m 本 🙂\u2028 \u007f"}`
	for size := 1; size <= len(text); size++ {
		var e escaper
		var got []byte
		for at := 0; at < len(text); at += size {
			got = append(got, e.next([]byte(text[at:min(at+size, len(text))]))...)
		}
		if string(got) != want {
			t.Errorf("in pieces of %d: %q", size, got)
		}
	}
}

func sameJSON(t *rapid.T, a, b []byte) bool {
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}
