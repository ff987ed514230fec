package secret

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/BurntSushi/toml"
)

var update = flag.Bool("update", false, "write gitleaks/rules.json anew")

// What is embedded is what the configuration of gitleaks says.
func TestRulesAreThoseOfGitleaks(t *testing.T) {
	var said ruleSet
	if _, err := toml.DecodeFile("gitleaks/gitleaks.toml", &said); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(said); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("gitleaks/rules.json", want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(gitleaks, want.Bytes()) {
		t.Error("gitleaks/rules.json is not what gitleaks.toml says: go test ./kb/secret -update")
	}
}
