package agenthook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// A session's first call may take longer than others; a person can say how long, up to a bound.
func TestHowLongACallMayTake(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		args []string
		wait string
		want limits
	}{
		{[]string{"session-start"}, "", limits{500 * ms, 350 * ms}}, {[]string{"before-tool"}, "", limits{400 * ms, 180 * ms}}, {nil, "",
			limits{400 * ms, 180 * ms}},
		{[]string{string(Start)}, "2s", limits{2 * time.Second, time.Second}}, {nil, "30s", limits{maxWait, maxWait / 2}},
		{nil, "0s", limits{400 * ms, 180 * ms}}, {nil, "-1s", limits{400 * ms, 180 * ms}}, {nil, "soon", limits{400 * ms, 180 * ms}},
	} {
		if got := limitsOf(c.args, func(string) string { return c.wait }); got != c.want {
			t.Errorf("%q, %q: %+v, want %+v", c.args, c.wait, got, c.want)
		}
	}
}

// The arguments may stand in any order; what names no event and no program is no hook.
func TestArgumentsOfAHook(t *testing.T) {
	for args, want := range map[string]string{
		"before-tool --client claude": "before-tool claude true", "--client claude before-tool": "before-tool claude true",
		"before-tool --client=claude": "before-tool claude true",
		"before-tool":                 "before-tool  false", "--client claude": " claude false",
		"before-tool --client nobody": "before-tool nobody false",
		"never --client claude":       "never claude false", "before-tool after-tool --client claude": "before-tool claude true",
		"before-tool --client": "before-tool  false",
		"":                     "  false", "before-tool --client=": "before-tool  false",
	} {
		e, client, ok := arguments(strings.Fields(args))
		if got := strings.Join([]string{string(e), client, map[bool]string{true: "true", false: "false"}[ok]}, " "); got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
	for args, want := range map[string]bool{
		"agents hook": true, "agents hook before-tool": true, "agents": false, "agents status": false, "hook agents": false,
		"agents hook --help":         false,
		"agents hook before-tool -h": false, "": false,
	} {
		if Asked(strings.Fields(args)) != want {
			t.Errorf("%q is a hook: %v", args, !want)
		}
	}
}

// endless is an input that never ends, of which is counted what was taken.
type endless struct{ taken int }

func (e *endless) Read(p []byte) (int, error) { e.taken += len(p); return len(p), nil }

// broken is an input that fails.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("gone") }

// An input is taken whole, so that who writes it is not cut off, and read as far as a bound.
func TestInputsAreBounded(t *testing.T) {
	if got := read(strings.NewReader("{}")); string(got) != "{}" {
		t.Errorf("%q", got)
	}
	if got := read(broken{}); got != nil {
		t.Errorf("%q of an input that fails", got)
	}
	in := &endless{}
	if got := read(in); got != nil || in.taken < maxSent || in.taken > maxSent+2*maxHalf {
		t.Errorf("%d bytes read, %d taken", len(got), in.taken)
	}
	rest := strings.NewReader(strings.Repeat("[", maxInput) + "more")
	if got := read(rest); got != nil || rest.Len() != 0 {
		t.Errorf("%d bytes read, %d are left", len(got), rest.Len())
	}
}

// Of long texts the ends are kept, whatever is escaped in them, and it is JSON still, as is JSON in one.
func TestLongTextsLoseTheirMiddle(t *testing.T) {
	for name, part := range map[string]string{
		"letters": "x", "words": "compiled one more ", "lines": "compiled\n", "quotes": `"a" \"b\" `, "backslashes": `\`,
		"paths": `C:\src\n\u0041`, "characters": "ünï中文", "controls": "\x00\x1b", "emoji": "😀",
	} {
		for _, size := range []int{100, 2 * maxHalf, 3*maxHalf - 1, 9*maxHalf + 1} {
			text := strings.Repeat(part, size/len(part))
			inner, _ := json.Marshal(map[string]any{"code": 1, "text": "begin " + text + " end"})
			input, _ := json.Marshal(map[string]any{"a": "b", "text": "begin " + text + " end", "inner": string(inner), "z": 2})
			got := read(bytes.NewReader(input))
			var o, in object
			if json.Unmarshal(got, &o) != nil || o.text("a") != "b" || string(o["z"]) != "2" || len(got) > 8*maxHalf {
				t.Fatalf("%s, %d: %d bytes of %d: %.99q", name, size, len(got), len(input), got)
			}
			if o.text("inner")[0] != '{' || json.Unmarshal([]byte(o.text("inner")), &in) != nil {
				t.Errorf("%s, %d: no JSON in the text any more", name, size)
			}
			for _, o := range []object{o, in} {
				if s := o.text("text"); !strings.HasPrefix(s, "begin "+part) || !strings.HasSuffix(s, part+" end") ||
					len(s) > 4*maxHalf || size == 100 && len(s) != len(text)+len("begin  end") {
					t.Errorf("%s, %d: %d bytes, %.20q to %q", name, size, len(s), s, s[max(0, len(s)-20):])
				}
			}
		}
	}
}

// A hook that is switched off, or is no hook, says nothing and reads nothing.
func TestHookThatIsOff(t *testing.T) {
	for _, c := range []struct {
		args  []string
		hooks string
	}{{[]string{"before-tool", "--client", "claude"}, "0"}, {[]string{"before-tool"}, ""}, {nil, ""}} {
		var out bytes.Buffer
		in := strings.NewReader("{}")
		code := Run(t.Context(), app.World{
			Getenv: func(name string) string { return map[string]string{"KB_HOOKS": c.hooks}[name] }, Stdin: in, Stdout: &out,
			Stderr: io.Discard,
		}, c.args)
		if code != 0 || out.Len() > 0 || in.Len() != 2 {
			t.Errorf("%q: %d, %q, %d bytes left", c.args, code, out.String(), in.Len())
		}
	}
}
