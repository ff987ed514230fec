package warm

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model/encoder/encodertest"
	"github.com/9aea2451/kb/model/local"
)

// withModel is a configuration that names a small model on the disk.
func withModel(t *testing.T) *userconfig.Config {
	t.Helper()
	home := t.TempDir()
	config, err := userconfig.Load(func(name string) string { return map[string]string{"HOME": home, "KB_EMBED_PROVIDER": "local"}[name] })
	if err != nil {
		t.Fatal(err)
	}
	weights := filepath.Join(home, "toy")
	if err := os.Mkdir(weights, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, file := range encodertest.Files() {
		if err := os.WriteFile(filepath.Join(weights, name), file.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := local.Folder(config.ModelDir()).Add(t.Context(), weights); err != nil {
		t.Fatal(err)
	}
	config.Models.Embed.Model = "toy"
	return config
}

// A server that nobody asks makes the vectors of the model that the person named; one that is asked
// waits with them until no call has come for a while.
func TestVectorsWhileNobodyAsks(t *testing.T) {
	t.Parallel() // it waits for seconds
	k := keepWith(t, withModel(t), nil)
	if !k.HasModel() {
		t.Fatal("no model")
	}
	v := k.view() // a call
	if v.HasList() {
		t.Error("vectors were made in front of a call")
	}
	for deadline := time.Now().Add(30 * time.Second); !v.HasList() && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	if !v.HasList() {
		t.Fatalf("no vectors: %q", k.log)
	}
	a, err := v.Search(t.Context(), index.Query{Text: "sessions", Explain: true})
	if err != nil || len(a.Hits) == 0 || a.Hits[0].Factors["model_share"] == 0 {
		t.Errorf("%+v, %v", a, err)
	}
}
