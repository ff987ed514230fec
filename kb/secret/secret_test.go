package secret

import (
	"strings"
	"testing"
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
		{"key", join("-----BEGIN RSA ", "PRIVATE KEY-----\n") + strings.Repeat("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n", 4) + join("-----END RSA ", "PRIVATE KEY-----"), "private-key"},
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
		"db.password = \"" + join("hunter2", "hunter2") + "\" <!-- kb:allow-secret -->",
		"db.password = \"" + join("hunter2", "hunter2") + "\" # gitleaks:allow",
	} {
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
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
	})
}
