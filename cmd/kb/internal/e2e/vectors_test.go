package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/9aea2451/kb/model/encoder/encodertest"
)

// Vectors of a model on the disk that are made while somebody kills the process again and again are
// in the end those of an undisturbed run, each made once and kept at once.
func TestKilledVectors(t *testing.T) {
	n := newNotes(60)
	dir := n.repository(t)
	model := t.TempDir()
	for name, file := range encodertest.Files() {
		if err := os.WriteFile(filepath.Join(model, name), file.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"XDG_CONFIG_HOME=" + t.TempDir(), "XDG_DATA_HOME=" + t.TempDir()}
	run := func(dir string, args ...string) *exec.Cmd {
		cmd := command(context.Background(), t, dir, args...)
		cmd.Env = append(cmd.Env, env...)
		return cmd
	}
	id, err := run(dir, "model", "add", model).Output()
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(env[0][len("XDG_CONFIG_HOME="):], "kb")
	write(t, config, "config.yaml", "models: {embed: {provider: local, model: "+string(id[:len(id)-1])+"}}\n")
	plain := replica(t, dir)
	must(t, dir, "index")
	whole, err := run(plain, "index", "--model").Output()
	if err != nil {
		t.Fatal(err)
	}
	vectors := filepath.Join(dir, ".git", "kb", "index", "embeddings", "*", "*")
	size := func() string { // of what was written
		names, _ := filepath.Glob(vectors)
		return fmt.Sprint(names)
	}
	killed, wanted := 0, kills(t)
	for i := range wanted {
		cmd, before := run(dir, "index", "--model"), size()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		for at := 0; at < 20_000 && size() == before && !closed(ended); at++ {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i%5) * time.Millisecond) // within what follows the first write
		_ = cmd.Process.Kill()
		<-ended
		if cmd.ProcessState.ExitCode() != 0 {
			killed++
		}
	}
	rest, err := run(dir, "index", "--model").Output()
	if err != nil {
		t.Fatal(err)
	}
	texts := regexp.MustCompile(`local/\S+: \d+ texts`)
	if got, want := texts.FindString(string(rest)), texts.FindString(string(whole)); got != want || got == "" {
		t.Errorf("%q, undisturbed %q", got, want)
	}
	ask := func(dir string) string {
		out, err := run(dir, "search", "--json", "--explain", "cat on the sofa", "-n", "50").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if got, want := ask(dir), ask(plain); got != want {
		t.Errorf("answers differ: %s", firstDifference(got, want))
	}
	if 2*killed < wanted {
		t.Errorf("%d of %d were killed at work: the test shows little", killed, wanted)
	}
	t.Logf("%d of %d killed at work, then: %s", killed, wanted, rest)
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
