package secret

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// join keeps scanners of this repository from finding the secrets of the tests.
func join(parts ...string) string { return strings.Join(parts, "") }

func TestScanFindsSecrets(t *testing.T) {
	cases := []struct{ name, text, rule string }{
		{"AWS", "key: " + join("AK", "IA", "Q3EGRZ7MXWLKD2VN") + "\n", "aws-access-token"},
		{"GitHub", "Use " + join("gh", "p_", "R8kf2mQx7LbV4nTz9WsYc3HjD6pEaU1gXo5B") + " to push.", "github-pat"},
		{"Slack", join("xo", "xb-", "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"), "slack-bot-token"},
		{"password", "db.password = \"" + join("hunter2", "hunter2") + "\"", "password-assignment"},
		{"token", "`api_key: '" + join("9fQz7Lm2", "Xw8Rt4Kd") + "'`", "password-assignment"},
		{
			"last bytes",
			"token " + join("e", "yJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e", "yJzdWIiOiI5ODc2NTQzMjEwIiwibmFtZSI6Ilpvw6sifQ.",
				"Qm9kUx3vZ1pWc7NfLr2TgYh8JkEsDa0iMw5XbR4u6Ko"),
			"jwt",
		},
		{"Twilio", "S" + join("K", "3f9a0c7d5e1b2846a7c9d0e3f5b81726"), "twilio-api-key"},
		{"Azure", "x " + join("aB3", "8Q~", "d7Kq2mZ9xW4pR1tY6uV0sN5bC8hJ3fG2e") + " ", "azure-ad-client-secret"},
		{"variable", "    export DB_PASSWORD=" + join("t7Kq2", "mZ9xW4p") + "  ", "environment-secret"},
		{"variable in CRLF", "STRIPE_SECRET=" + join("t7Kq2", "mZ9xW4p") + "\r\n", "environment-secret"},
		{"connection", "Use `postgres://app:" + join("t7Kq2", "mZ9xW4p") + "@db.internal:5432/shop`.", "connection-password"},
		{
			"key",
			join("-----BEGIN RSA ", "PRIVATE KEY-----\n") + strings.Repeat("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n", 4) + join(
				"-----END RSA ",
				"PRIVATE KEY-----",
			),
			"private-key",
		},
	}
	for _, c := range cases {
		found := Scan([]byte("# Note\n\n" + c.text))
		if len(found) == 0 || found[0].Rule != c.rule || found[0].Line != 3 {
			t.Errorf("%s: found %+v, expected %s on line 3", c.name, found, c.rule)
		}
	}
}

func TestScanTellsNoSecret(t *testing.T) {
	found := Scan([]byte("password = \"" + join("hunter2", "hunter2") + "\""))
	if len(found) != 1 || strings.Contains(found[0].Masked, "hunter2") || !strings.Contains(found[0].Masked, "•") {
		t.Errorf("found %+v: the secret is not masked", found)
	}
}

func TestScanLetsProsePass(t *testing.T) {
	for _, text := range []string{
		"The password is stored as a hash. Set `password: \"changeme\"` and restart.",
		"password = \"<your-password-1>\"", "api_key: \"${API_KEY_1}\"", "token: 'xxxxxxxx1'", "secret = \"aaaaaaaaaa\"",
		"commit 2d54c46f1f6b1d1d2ac1e5ff7de7b1a1d9a7ad27", "0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02",
		"DB_PASSWORD=${DB_PASSWORD_1}", "TOKEN=$(cat /run/token1)", "API_KEY=<your key 1>", "the option max_token=1234567890123",
		"SECRET_TOKEN=aaaaaaaaaaaa1",
		"postgres://user:password1@localhost/db", "postgres://user:${PGPASSWORD1}@localhost/db", "redis://localhost:6379",
		"mysql://app@db:3306/x2y3z4w5",
		"db.password = \"" + join("hunter2", "hunter2") + "\" <!-- kb:allow-secret -->",
		"db.password = \"" + join("hunter2", "hunter2") + "\" # gitleaks:allow",
	} {
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}

// TestScanLooksBehindPlaceholders has more harmless matches before a secret than are told of secrets.
func TestScanLooksBehindPlaceholders(t *testing.T) {
	harmless := strings.Repeat("password = \"changeme1\" and password = \"changeme1\"\n", 5000)
	found := Scan([]byte(harmless + "password = \"" + join("hunter2", "hunter2") + "\"\n"))
	if len(found) != 1 || found[0].Line != 5001 {
		t.Errorf("found %+v, expected one on line 5001", found)
	}
}

// TestScanMasksAll has two secrets on a line: neither may show in what is told of the other.
func TestScanMasksAll(t *testing.T) {
	aws, github := join("AK", "IA", "Q3EGRZ7MXWLKD2VN"), join("gh", "p_", "R8kf2mQx7LbV4nTz9WsYc3HjD6pEaU1gXo5B")
	found := Scan([]byte("keys " + aws + " and " + github + " here"))
	if len(found) != 2 {
		t.Fatalf("found %+v, expected two", found)
	}
	for _, f := range found {
		if strings.Contains(f.Masked, aws) || strings.Contains(f.Masked, github) || !strings.Contains(f.Masked, "here") {
			t.Errorf("%s tells %q", f.Rule, f.Masked)
		}
	}
}

// TestRulesCompile compiles every rule, which Scan does only for those whose keyword occurs.
func TestRulesCompile(t *testing.T) {
	set := rules()
	if len(set.Rules) < 150 {
		t.Errorf("%d rules, expected those of gitleaks", len(set.Rules))
	}
	for i := range set.Rules {
		set.Rules[i].compiled()
		for _, l := range set.Rules[i].Allowlists {
			l.compiled()
		}
	}
}

// TestKeywords compares the one pass with a search for each keyword.
func TestKeywords(t *testing.T) {
	set := rules()
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "parts") {
			r := set.Rules[rapid.IntRange(0, len(set.Rules)-1).Draw(t, "rule")]
			word := rapid.SampledFrom(r.Keywords).Draw(t, "word")
			text.WriteString(
				rapid.SampledFrom(
					[]string{word, strings.ToUpper(word), word[:len(word)-1], "ä", "\n", strings.Repeat("-", 2000)},
				).Draw(t, "part"),
			)
		}
		low := lower([]byte(text.String()))
		parts := set.keywords.windows(low, len(set.Rules))
		for i, r := range set.Rules {
			there, short := false, false
			for _, word := range r.Keywords {
				there = there || strings.Contains(string(low), strings.ToLower(word))
				short = short || len(word) == minKeyword
			}
			if there && short && len(parts[i]) == 0 {
				continue // a keyword of two bytes counts only at the head of a long word
			}
			if there != (len(parts[i]) > 0) {
				t.Fatalf("%s: keyword there: %v, parts %v", r.ID, there, parts[i])
			}
			for j, w := range parts[i] {
				if w.start < 0 || w.end > len(low) || w.start >= w.end || j > 0 && w.start <= parts[i][j-1].end {
					t.Fatalf("%s: parts %v of %d bytes", r.ID, parts[i], len(low))
				}
			}
		}
	})
}

func FuzzScan(f *testing.F) {
	f.Add([]byte("password = \"" + join("hunter2", "hunter2") + "\""))
	f.Add([]byte(join("-----BEGIN ", "PRIVATE KEY-----")))
	f.Add([]byte("akia\xff\xfeghp_\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, found := range Scan(text) {
			if lines := 1 + strings.Count(string(text), "\n"); found.Line < 1 || found.Line > lines || found.Col < 1 {
				t.Errorf("%+v is outside of %d lines", found, lines)
			}
		}
		if sent := Replace(string(text)); len(Scan(text)) > 0 && !strings.Contains(sent, mark) {
			t.Errorf("%q would be sent as %q", text, sent)
		}
	})
}
