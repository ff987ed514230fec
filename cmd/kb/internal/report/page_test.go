package report

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
)

// A page lets a browser load and run nothing, and take no style but its own, whatever a note holds.
func TestPage(t *testing.T) {
	text := "<html><head><!--policy--><style>\nb{color:red}\n</style></head><body>{{shout .}}</body></html>\n"
	var b strings.Builder
	err := Page(&b, text, map[string]any{"shout": strings.ToUpper},
		"a\x1b[31m\u009b\x07 <style>b{}</style><script>x</script>\u202e", "svg{}")
	if err != nil {
		t.Fatal(err)
	}
	page := b.String()
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src` + hash("svg{}") + hash(
		"\nb{color:red}\n",
	) + `; base-uri 'none'; form-action 'none'">`
	if !strings.Contains(page, want) {
		t.Errorf("no policy %s in %s", want, page)
	}
	if strings.ContainsAny(page, "\x1b\x07\u009b\u202e") || strings.Count(page, "<style>") != 1 || strings.Contains(page, "<SCRIPT") {
		t.Errorf("%q", page)
	}
}
