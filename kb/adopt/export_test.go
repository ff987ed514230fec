package adopt

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

// What is exported is imported to the byte, in either form, whatever the notes hold.
func TestExportAndImport(t *testing.T) {
	files := []Source{
		{"a.md", []byte("# A\n")}, {"docs/b c.md", []byte("no end of line")}, {"e.md", []byte{}},
		{"crlf.md", []byte("a\r\nb\r\n")}, {"latin.md", []byte("caf\xe9\n")},
		{"trap.md", []byte("<!-- kb note \"x.md\" 3 -->\nabc\n\n<!-- kb export 1 -->\n\x1b[2J\u202e")}, {"ü\"-->.md", []byte("x")},
	}
	asJSON, err := json.Marshal(Export(files))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"json": asJSON, "envelope": []byte(`{"schema_version":1,"data":` + string(asJSON) + `}`), "markdown": Markdown(files),
	} {
		got, ok, err := Import(data)
		if err != nil || !ok || len(got) != len(files) {
			t.Fatalf("%s: %d files, %v, %v", name, len(got), ok, err)
		}
		for i := range files {
			if got[i].Path != files[i].Path || !bytes.Equal(got[i].Data, files[i].Data) {
				t.Errorf("%s: %q is %q", name, files[i], got[i])
			}
		}
	}
}

// What is no export is none, and what leads out of the repository, is no note or is cut off is refused.
func TestImportRefuses(t *testing.T) {
	for _, text := range []string{"", "# Rules\n", `{"format":"other","notes":[]}`, `{"a"`, "[]"} {
		if files, ok, err := Import([]byte(text)); ok || err != nil || files != nil {
			t.Errorf("%q: %v, %v, %v", text, files, ok, err)
		}
	}
	for _, path := range []string{"../x.md", "/x.md", ".git/x.md", "a//b.md", "x.sh", ""} {
		if _, ok, err := Import(Markdown([]Source{{path, nil}})); !ok || err == nil {
			t.Errorf("%q is taken", path)
		}
	}
	whole := string(Markdown([]Source{{"a.md", []byte("abc")}, {"b.md", []byte("def")}}))
	for _, bad := range []string{
		whole[:len(whole)-3], strings.Replace(whole, " 3 ", " 2 ", 1), strings.Replace(whole, " 3 ", " -3 ", 1),
		strings.Replace(whole, "b.md", "a.md", 1), strings.Replace(whole, " 3 ", " 99999999999999999999 ", 1), whole + "x",
	} {
		if files, ok, err := Import([]byte(bad)); err == nil || !ok {
			t.Errorf("%q: %v, %v", bad, files, ok)
		}
	}
	large := []Source{{"a.md", make([]byte, git.MaxFile)}}
	if files, ok, err := Import(Markdown(large)); err != nil || !ok || len(files) != 1 {
		t.Errorf("the largest note: %d, %v, %v", len(files), ok, err)
	}
	large[0].Data = make([]byte, git.MaxFile+1)
	if files, ok, err := Import(Markdown(large)); err == nil || !ok {
		t.Errorf("a larger one: %d, %v", len(files), ok)
	}
}

// Import never fails but by an error, and what it takes it would write the same.
func FuzzImport(f *testing.F) {
	f.Add(Markdown([]Source{{"a.md", []byte("abc")}}))
	f.Add([]byte(`{"format":"kb export 1","notes":[{"path":"a.md","text":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, _, err := Import(data)
		if err != nil || len(files) == 0 {
			return
		}
		if again, _, err := Import(Markdown(files)); err != nil || !reflect.DeepEqual(again, files) {
			t.Errorf("%q, %v; want %q", again, err, files)
		}
	})
}
