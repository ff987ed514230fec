package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// policyMark stands in the template of a page where its policy goes, in the head before anything
// else that a browser obeys.
const policyMark = "<!--policy-->"

// Page writes an HTML page that needs no other file: the template text filled with data. Its policy
// lets the browser load nothing and run nothing, and takes no style but that of the template and
// the given ones, by their hashes. Characters that could harm a terminal are shown as Clean shows
// them.
func Page(w io.Writer, text string, funcs template.FuncMap, data any, styles ...string) error {
	if _, after, ok := strings.Cut(text, "<style>"); ok {
		style, _, _ := strings.Cut(after, "</style>")
		styles = append(styles, style)
	}
	t, err := template.New("page").Funcs(funcs).Parse(strings.Replace(text, policyMark, policy(styles), 1))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return err
	}
	_, err = io.WriteString(w, Clean(b.String()))
	return err
}

// policy is the element that tells a browser what the page may do.
func policy(styles []string) string {
	var hashes strings.Builder
	for _, s := range styles {
		sum := sha256.Sum256([]byte(s))
		fmt.Fprintf(&hashes, " 'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
	}
	return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src` + hashes.String() +
		`; base-uri 'none'; form-action 'none'">`
}
