package walk

import "testing"

func TestAgent(t *testing.T) {
	for _, who := range [][2]string{
		{"Claude", "noreply@anthropic.com"}, {"Claude Opus 4.1", ""}, {"claude-sonnet-4-5", ""},
		{"Copilot", "198982749+Copilot@users.noreply.github.com"},
		{"GitHub Copilot", "x@example.org"}, {"dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com"},
		{"Cursor Agent", "cursoragent@cursor.com"},
		{"Devin AI", ""}, {"aider (gpt-4o)", "noreply@aider.chat"}, {"eth-bot", "ethbot@example.org"}, {"Codex", ""}, {"GPT-4", ""},
		{"Gemini 2.5 Pro", ""},
	} {
		if !Agent(who[0], who[1]) {
			t.Errorf("%s <%s> is taken for a person", who[0], who[1])
		}
	}
	for _, who := range [][2]string{
		{"Claude Dupont", "claude@example.fr"}, {"Claude", "claude@example.fr"}, {"Devin Rivera", ""}, {"A. Author", "noreply@example.org"},
		{"Abbott", ""},
		{"Jules Verne", "jules@example.org"}, {"Robot Fan", ""}, {"", ""}, {"", "a@example.org"}, {"Max Pro", ""},
	} {
		if Agent(who[0], who[1]) {
			t.Errorf("%s <%s> is taken for a program", who[0], who[1])
		}
	}
}

func TestCredits(t *testing.T) {
	c := &Commit{Trailers: []Trailer{
		{
			"Reviewed-by",
			"R. Reader <r@example.org>",
		}, {"co-authored-by", "Claude <noreply@anthropic.com>"}, {"Assisted-by", "Tool:model-7 [search]"},
		{"Reviewed-by", "R. Reader <r@example.org>"}, {"Closes", "#4"}, {"Tested-by", "t@example.org"}, {"Acked-by", ""},
	}}
	diff(t, "credits", c.Credits(), []Credit{
		{Reviewer, "R. Reader", "r@example.org", false}, {CoAuthor, "Claude", "noreply@anthropic.com", true},
		{Assistant, "Tool:model-7 [search]", "", true}, {Tester, "", "t@example.org", false},
	})
}

func TestPullRequestOfAMessage(t *testing.T) {
	for want, commits := range map[string][]Commit{
		"#12": {
			{Subject: "Fix the cache (#12)"}, {Subject: `Revert "Fix (#3)" (#12)`}, {Subject: "Merge pull request #12 from a/b"},
			{Subject: "Auto merge of #12 - a:b, r=c"},
			{Subject: "Fix", Trailers: []Trailer{{"PR-URL", "https://example.org/o/n/pull/12"}}},
			{Subject: "Fix", Trailers: []Trailer{{"Pull-Request", "12"}}},
			{Subject: "Merged in branch (pull request #12)"}, {Subject: "Fix (PR #12)."},
		},
		"!12": {{Subject: "Merge branch 'a' into 'main'", Body: "Fix\n\nSee merge request group/project!12", Parents: []string{"a", "b"}},
			{Subject: "Fix (!12)"}},
		"": {
			{Subject: "Fix #12"}, {Subject: "Fix (#12) twice"}, {Subject: "Fix (#0)"}, {Subject: "Fix ()"}, {Subject: "Fix (#1234567890)"},
			{Subject: ")"},
			{Subject: "Fix", Trailers: []Trailer{{"Closes", "#12"}}}, {Subject: "Fix", Body: "See merge request group/project!12"},
			{Subject: "Merge branch 'a'"}, {Subject: "Fix (#12a)"},
		},
	} {
		for _, c := range commits {
			if got := c.PullRequest(); got != want {
				t.Errorf("%q %v: got %q, want %q", c.Subject, c.Trailers, got, want)
			}
		}
	}
}
