package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

// toyServer speaks OpenAI's embeddings. Its vectors count the words of a text, each in a place of its own;
// words of one meaning share a place.
type toyServer struct {
	*httptest.Server
	mu      sync.Mutex
	batches [][]string
	extra   int // dimensions more than toyVector's
}

func newToyServer(t *testing.T) *toyServer {
	t.Helper()
	s := &toyServer{}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *toyServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Input []string `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/v1/embeddings" {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.batches = append(s.batches, asked.Input)
	extra := s.extra
	s.mu.Unlock()
	type item struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	data := make([]item, len(asked.Input))
	for i, text := range asked.Input {
		data[i] = item{i, append(toyVector(text), make([]float32, extra)...)}
	}
	json.NewEncoder(w).Encode(map[string]any{"data": data})
}

func toyVector(text string) []float32 {
	v := make([]float32, 256)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		word = strings.Trim(word, "#.,:!")
		if word == "automobile" {
			word = "car"
		}
		h := fnv.New32a()
		h.Write([]byte(word))
		v[h.Sum32()%256]++
	}
	return v
}

// take returns the batches asked for since the last time.
func (s *toyServer) take() [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.batches
	s.batches = nil
	return out
}

// workplace is a repository of notes and a person with a configuration.
type workplace struct {
	t    *testing.T
	dir  string
	env  map[string]string
	time time.Time
}

func newWorkplace(t *testing.T, config string) *workplace {
	t.Helper()
	home := t.TempDir()
	s := &workplace{t: t, dir: filepath.Join(home, "repo"), env: story.GitEnvironment(home),
		time: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	for name, value := range s.env {
		t.Setenv(name, value) // git is a process of its own
	}
	s.write("../.config/kb/config.yaml", config)
	s.write("vehicle.md", "# Vehicle\n\nA car, another car!\n")
	s.write("cooking.md", "# Cooking\n\nSoup needs salt and patience.\n")
	s.write("weather.md", "# Weather\n\nRain follows the storm.\n")
	git := exec.Command("git", "init", "-q", s.dir)
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
	return s
}

func (s *workplace) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// kb runs a command line in the repository.
func (s *workplace) kb(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(s.t.Context(), app.World{
		Args: args, Getenv: func(name string) string { return s.env[name] }, Getwd: func() (string, error) { return s.dir, nil },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &err, Now: func() time.Time { return s.time },
	})
	return code, out.String(), err.String()
}

// must runs a command line that has nothing to complain about.
func (s *workplace) must(args ...string) string {
	s.t.Helper()
	code, stdout, stderr := s.kb(args...)
	if code != 0 || strings.Contains(stderr, "meaning") {
		s.t.Fatalf("kb %s: exit code %d: %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

func toyConfig(url string) string {
	return fmt.Sprintf("embeddings:\n  provider: openai\n  model: toy\n  url: %s/v1\n  batch: 2\n", url)
}

func TestProviderEmbedsOnlyWhatIsNew(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	s.must("index")
	first := server.take()
	if len(first) != 2 || len(first[0]) != 2 || len(first[1]) != 1 {
		t.Errorf("three chunks came in the batches %q", first)
	}
	s.must("index")
	if again := server.take(); len(again) != 0 {
		t.Errorf("nothing changed, and %q was asked for", again)
	}
	s.write("weather.md", "# Weather\n\nSnow follows the frost.\n")
	s.must("index")
	if changed := server.take(); len(changed) != 1 || len(changed[0]) != 1 || !strings.Contains(changed[0][0], "Snow") {
		t.Errorf("one file changed, and %q was asked for", changed)
	}
	s.write("weather.md", "# Weather\n\nRain follows the storm.\n")
	s.must("index")
	if back := server.take(); len(back) != 0 {
		t.Errorf("the old text came back, and %q was asked for", back)
	}
	if status := s.must("status"); !strings.Contains(status, "server      openai at "+server.URL+"\n") ||
		!strings.Contains(status, "3 vectors by openai, model openai/toy\n") {
		t.Errorf("status:\n%s", status)
	}
}

func TestProviderSearchesByMeaning(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	s.must("index")
	server.take()
	found := s.must("search", "automobile", "--json")
	var doc struct {
		Data struct {
			Mode  string
			Model string
			Hits  []struct{ Path string }
		}
	}
	if err := json.Unmarshal([]byte(found), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Data.Hits) == 0 || doc.Data.Hits[0].Path != "vehicle.md" || doc.Data.Mode != "hybrid" || doc.Data.Model != "openai/toy" {
		t.Errorf("%s", found)
	}
	if asked := server.take(); len(asked) != 1 || len(asked[0]) != 1 || asked[0][0] != "automobile" {
		t.Errorf("a query asked for %q", asked)
	}
	if s.must("search", "salt", "--mode", "keyword"); len(server.take()) != 0 {
		t.Error("a search by words called the server")
	}
}

func TestDeadServerLeavesWords(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	s.must("index")
	server.Close()
	s.write("new.md", "# New\n\nA lantern made of brass.\n") // so that update and query both miss the server
	code, stdout, stderr := s.kb("search", "lantern")
	if code != 0 || !strings.Contains(stdout, "new.md") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	host := strings.TrimPrefix(server.URL, "http://")
	if lines := strings.Split(strings.TrimSpace(stderr), "\n"); len(lines) != 1 ||
		!strings.Contains(lines[0], "meaning is not searchable") ||
		!strings.Contains(lines[0], host) {
		t.Errorf("stderr: %s", stderr)
	}
}

func TestServerThatNeverAnswered(t *testing.T) {
	server := newToyServer(t)
	server.Close()
	s := newWorkplace(t, toyConfig(server.URL))
	code, stdout, stderr := s.kb("search", "salt")
	if code != 0 || !strings.Contains(stdout, "cooking.md") || strings.Count(stderr, "meaning is not searchable") != 1 {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// What the server missed is made up for by the next kb index.
func TestServerThatComesBack(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	s.env["KB_OFFLINE"] = "1"
	code, _, stderr := s.kb("index")
	if code != 0 || !strings.Contains(stderr, "KB_OFFLINE is set") || len(server.take()) != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	delete(s.env, "KB_OFFLINE")
	s.must("index")
	if batches := server.take(); len(batches) != 2 {
		t.Errorf("asked for %q", batches)
	}
}

// A server that changes its model under the same name is noticed, and a number of dimensions in the
// configuration is the way out.
func TestServerThatChangesItsModel(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	s.must("index")
	server.mu.Lock()
	server.extra = 8
	server.mu.Unlock()
	s.write("new.md", "# New\n\nA lantern made of brass.\n")
	if code, _, stderr := s.kb("index"); code != 0 ||
		!strings.Contains(stderr, "openai/toy gave 264 dimensions where it used to give 256") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if found := s.must("search", "lantern"); !strings.Contains(found, "new.md") {
		t.Errorf("%s", found)
	}
	s.write("../.config/kb/config.yaml", toyConfig(server.URL)+"  dimensions: 264\n")
	s.must("index")
	if status := s.must("status"); !strings.Contains(status, "4 vectors by openai, model openai/toy/264\n") {
		t.Errorf("status:\n%s", status)
	}
}

func TestRepositoryChoosesNoServer(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, "")
	s.env["OPENAI_API_KEY"], s.env["OPENAI_BASE_URL"] = "sk-secret", server.URL+"/v1"
	s.write(".memory/kb.yaml", toyConfig(server.URL))
	code, _, stderr := s.kb("index")
	if code != 0 || !strings.Contains(stderr, `.memory/kb.yaml:1:1: ignored: "embeddings" is for your own configuration`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	s.kb("search", "salt")
	if asked := server.take(); len(asked) != 0 {
		t.Errorf("the repository made kb send %q", asked)
	}
	if status := s.must("status"); strings.Contains(status, "server") || !strings.Contains(status, "by lsa") {
		t.Errorf("status:\n%s", status)
	}
}

func TestNoVectors(t *testing.T) {
	s := newWorkplace(t, "embeddings: {provider: none}")
	s.must("index")
	if status := s.must("status"); !strings.Contains(status, "none, switched off") {
		t.Errorf("status:\n%s", status)
	}
	if found := s.must("search", "salt"); !strings.Contains(found, "cooking.md") {
		t.Errorf("%s", found)
	}
}

func TestMistakeInTheUsersConfiguration(t *testing.T) {
	s := newWorkplace(t, "embeddings:\n  provider: olama\n")
	code, _, stderr := s.kb("search", "salt")
	if code != app.ExitError || !strings.Contains(stderr, "config.yaml:2:13: provider: \"olama\": expected lsa") ||
		!strings.Contains(stderr, "did you mean ollama?") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A note may hold a password all the same, and so may a question: the server learns neither.
func TestServerLearnsNoSecret(t *testing.T) {
	server := newToyServer(t)
	s := newWorkplace(t, toyConfig(server.URL))
	password := "Xk29fj" + "Lq81mZpQ7"
	s.write("staging.md", "# Staging\n\nThe database listens on port 5433.\n\n    db_password="+password+"\n")
	s.must("index")
	s.must("search", "is "+"password="+password+" that of staging")
	sent := 0
	for _, batch := range server.take() {
		for _, text := range batch {
			sent++
			if strings.Contains(text, password) {
				t.Errorf("the server was sent %q", text)
			}
		}
	}
	if sent < 2 {
		t.Errorf("%d texts were sent, expected the note and the query", sent)
	}
}
