package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pairs are statements of which each is fine alone: by the reason why both cannot hold.
func pairs() map[string][2]string {
	return map[string][2]string{
		"polarity":    {"The import job does not retry failed rows.", "The import job retries failed rows."},
		"prohibition": {"The gateway MUST log the body of a request.", "The gateway MUST NOT log the body of a request."},
		"modality":    {"Clients may reuse a refresh token.", "Clients must not reuse a refresh token."},
		"not required": {
			"A code review is required before a hotfix is released.",
			"A code review is not required before a hotfix is released.",
		},
		"number":     {"User sessions expire after 30 minutes.", "User sessions expire after 12 hours."},
		"bound":      {"The API key must have at least 32 characters.", "The API key must have at most 16 characters."},
		"antonym":    {"The audit log is enabled for every tenant.", "The audit log is disabled for every tenant."},
		"quantifier": {"All nightly backups are encrypted.", "No nightly backups are encrypted."},
		"only":       {"Only administrators may delete a project.", "Every member may delete a project."},
		"choice":     {"The billing service stores invoices in PostgreSQL.", "The billing service stores invoices in MongoDB."},
		"order": {
			"The schema migration runs before the deployment of the workers.",
			"The schema migration runs after the deployment of the workers.",
		},
		"cardinality": {"A cluster has exactly one leader.", "A cluster has several leaders."},
	}
}

// TestCollisions merges two branches, each clean alone, that contradict when merged.
func TestCollisions(t *testing.T) {
	for name, pair := range pairs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t, map[string]string{"docs/first.md": "# First\n\nThe weekly report lists new customers.\n"})
			r.branch("ours", "main", map[string]string{"docs/ours.md": "# Ours\n\n" + pair[0] + "\n"})
			r.branch("theirs", "main", map[string]string{"docs/theirs.md": "# Theirs\n\nThe menu has icons.\n\n" + pair[1] + "\n"})
			for _, alone := range []string{"main..ours", "main..theirs"} {
				if got := r.review(alone); len(got.Findings) > 0 || got.Verdict != Clean {
					t.Fatalf("%s alone: %s %v", alone, got.Verdict, got.Findings)
				}
			}
			got := r.review("ours..theirs")
			want := []string{"merge docs/theirs.md:5:1 docs/ours.md:3:1"}
			if !slices.Equal(contradictions(got), want) {
				t.Fatalf("%v, want %v", contradictions(got), want)
			}
			if got.Findings[0].Text != pair[1] || got.Findings[0].Related[0].Text != pair[0] || got.Verdict == Clean {
				t.Errorf("%s %+v", got.Verdict, got.Findings[0])
			}
			with := r.review("main..theirs", func(o *Options) { o.With = []string{"ours"} })
			if want := []string{"ours branch docs/theirs.md:5:1 docs/ours.md:3:1"}; !slices.Equal(contradictions(with), want) {
				t.Errorf("--with: %v, want %v", contradictions(with), want)
			}
		})
	}
}

// TestCollisionInOneNote merges two branches that changed one note in different places.
func TestCollisionInOneNote(t *testing.T) {
	t.Parallel()
	text := func(head, foot string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "# Limits\n\n%s\n\n", head)
		for i := range 8 {
			fmt.Fprintf(&b, "Paragraph %d speaks of nothing in particular.\n\n", i)
		}
		return b.String() + foot + "\n"
	}
	r := newRepository(t, map[string]string{"docs/limits.md": text("The head.", "The foot.")})
	r.branch("ours", "main",
		map[string]string{"docs/limits.md": text("An upload is at most 10 MB.\n\nThere is a second line now.", "The foot.")})
	r.branch("theirs", "main", map[string]string{"docs/limits.md": text("The head.", "An upload is at most 50 MB.")})
	got := r.review("ours..theirs")
	// The merged note has two lines more; the change has the statement where it stands there.
	if want := []string{"merge docs/limits.md:21:1 docs/limits.md:3:1"}; !slices.Equal(contradictions(got), want) {
		t.Fatalf("%v, want %v", contradictions(got), want)
	}
	if !got.Merge.Judged || len(got.Merge.Conflicts) > 0 {
		t.Errorf("%+v", got.Merge)
	}
	if status := r.Git("status", "--porcelain"); status != "" {
		t.Errorf("the work tree was touched: %s", status)
	}
}

// TestMergeConflict is a note that git cannot merge.
func TestMergeConflict(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{"docs/a.md": "# A\n\nThe door is green.\n"})
	r.branch("ours", "main", map[string]string{"docs/a.md": "# A\n\nThe door is red.\n"})
	r.branch("theirs", "main", map[string]string{"docs/a.md": "# A\n\nThe door is blue.\n"})
	got := r.review("ours..theirs")
	if got.Verdict != Conflict || !slices.Equal(got.Merge.Conflicts, []string{"docs/a.md"}) {
		t.Fatalf("%s %+v", got.Verdict, got.Merge)
	}
}

// TestMergeWithoutGit merges whole files where no git program is to be had, and says what it did not judge.
func TestMergeWithoutGit(t *testing.T) {
	r := newRepository(t, map[string]string{"docs/a.md": "# A\n\nThe door is green.\n"})
	r.branch("ours", "main",
		map[string]string{"docs/a.md": "# A\n\nThe door is red.\n", "docs/ours.md": "# Ours\n\nUser sessions expire after 30 minutes.\n"})
	r.branch("harmless", "main", map[string]string{"docs/a.md": "# A\n\nThe door is shut.\n"})
	r.branch("theirs", "main", map[string]string{
		"docs/a.md":      "# A\n\nThe door is blue.\n",
		"docs/theirs.md": "# Theirs\n\nUser sessions expire after 12 hours.\n",
	})
	t.Setenv("KB_GIT", "off")
	got := r.review("ours..theirs")
	if want := []string{"merge docs/theirs.md:3:1 docs/ours.md:3:1"}; !slices.Equal(contradictions(got), want) {
		t.Errorf("%v, want %v", contradictions(got), want)
	}
	if !slices.Equal(got.Merge.Unjudged, []string{"docs/a.md"}) || len(got.NotJudged) == 0 {
		t.Errorf("%+v %v", got.Merge, got.NotJudged)
	}
	if got := r.review("ours..harmless"); got.Verdict != Look {
		t.Errorf("what may be a conflict is %s", got.Verdict)
	}
}
