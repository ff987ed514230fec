package failure

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNormal(t *testing.T) {
	for in, want := range map[string]string{
		"2026/08/01 10:00:03 main.go:12: dial tcp 127.0.0.1:5432: connect: connection refused\n": "<time> main.go:<n>: dial tcp " +
			"<n>:<n>: connect: connection refused",
		"fatal: unable to read e900b1c4d5":                          "fatal: unable to read <n>",
		"Error: Cannot find module 'sharp'":                         "error: cannot find module 'sharp'",
		"Error: Cannot find module 'lodash'":                        "error: cannot find module 'lodash'",
		"\x1b[31merror\x1b[0m: linker `cc` not found":               "error: linker `cc` not found",
		"open /srv/shop/testdata/a.json: no such file or directory": "open <path>: no such file or directory",
		`pq: relation "users_2024" does not exist`:                  `pq: relation "users_<n>" does not exist`,
		`E   AssertionError: expected "a long text" of 12 bytes`:    "e assertionerror: expected <text> of <n> bytes",
		"exit status 1":              "",
		"Error:":                     "",
		"FAIL":                       "",
		"error at line 12, column 3": "",
	} {
		if got := Normal(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What differs between two runs makes no other fingerprint, what differs between two errors does.
func TestFingerprint(t *testing.T) {
	same := [][2]string{
		{"panic: runtime error: index out of range [5] with length 3", "panic: runtime error: index out of range [12] with length 9"},
		{"dial tcp [::1]:5432: connect: connection refused", "dial tcp 127.0.0.1:5433: connect: connection refused"},
		{"12:00:01 ERROR worker 7 lost its lease", "23:59:59 ERROR worker 12 lost its lease"},
		{"src/a.ts(4,17): error TS2304: Cannot find name 'Foo'.", "src/a.ts(9,1): error TS2304: Cannot find name 'Foo'."},
	}
	for _, pair := range same {
		if Fingerprint(Normal(pair[0])) != Fingerprint(Normal(pair[1])) {
			t.Errorf("%q and %q differ: %q, %q", pair[0], pair[1], Normal(pair[0]), Normal(pair[1]))
		}
	}
	if Normal("undefined: newClient") == Normal("undefined: newServer") {
		t.Error("two undefined names are one error")
	}
}

func TestErrors(t *testing.T) {
	output := `=== RUN   TestRefund
    refund_test.go:41: refund: rounding mismatch: got 999, want 1000
--- FAIL: TestRefund (0.03s)
npm ERR! code ELIFECYCLE
0 errors found
ok  	shop/money	0.004s
    refund_test.go:43: refund: rounding mismatch: got 998, want 1000
`
	want := []string{
		"refund_test.go:<n>: refund: rounding mismatch: got <n>, want <n>",
		"npm err! code elifecycle",
	}
	if got := Errors(output); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, calm := range []string{"", "ok  \tshop/money\t0.004s\n", "12 passed, 0 failed\n", "Already up to date.\n",
		"wrote 3 files to dist/\n"} {
		if got := Errors(calm); got != nil {
			t.Errorf("%q has errors: %q", calm, got)
		}
	}
}

// Of a long output the errors at both ends are found, however many there are.
func TestErrorsOfLongOutputs(t *testing.T) {
	calm, fatal := strings.Repeat("compiled one more module\n", 40_000), "fatal: not a git repository\n"
	var many strings.Builder
	for i := range 26 * 26 {
		fmt.Fprintf(&many, "error: cannot find %c%cpple\n", 'a'+i/26, 'a'+i%26)
	}
	for name, c := range map[string]struct {
		output string
		want   int
	}{
		"at the end": {calm + fatal, 1}, "at the beginning": {fatal + calm, 1},
		"without line ends": {strings.Repeat("x", 1<<20) + "\n" + fatal, 1},
		"behind many":       {many.String() + calm + fatal, maxErrors}, "before many": {fatal + calm + many.String(), maxErrors},
		"behind many alike":  {strings.Repeat("error: cannot find the apple\n", 1000) + fatal, 2},
		"before many alike":  {fatal + strings.Repeat("error: cannot find the apple\n", 1000), 2},
		"many, without more": {many.String(), maxErrors},
	} {
		got := Errors(c.output)
		if len(got) != c.want || strings.Contains(c.output, fatal) && !slices.Contains(got, "fatal: not a git repository") {
			t.Errorf("%s: %d: %q", name, len(got), got)
		}
	}
	if got := Errors(many.String()); got[0] != "error: cannot find aapple" || got[maxErrors-1] != "error: cannot find zzpple" {
		t.Errorf("not in order: %q", got)
	}
}

func FuzzErrors(f *testing.F) {
	f.Add("main.go:1:2: undefined: x\n\x1b[0m\xff")
	f.Fuzz(func(t *testing.T, output string) {
		for _, e := range Errors(output) {
			if again := Normal(e); again != e && Normal(again) != again {
				t.Errorf("%q goes on changing: %q, %q", e, again, Normal(again))
			}
		}
	})
}
