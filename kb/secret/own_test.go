package secret

import (
	"encoding/base64"
	"strings"
	"testing"
)

// Values that nobody uses, in parts for the reason that join names.
var (
	weak   = join("hunter22", "super", "secret")
	mixed  = join("Xk29fjLq", "81mZpQ7")
	key    = join("9fQz7Lm2Xw", "8Rt4KdPv6Yb3Ns")
	signed = join("Tr0ub4", "dor&3x")
	head   = join("-----BEGIN RSA ", "PRIVATE KEY-----")
)

// TestScanFindsWhatStandsBare has secrets as people write them into notes: without quotes, in data,
// headers, addresses and prose.
func TestScanFindsWhatStandsBare(t *testing.T) {
	for _, text := range []string{
		"password: " + weak, "db_password=" + mixed, "Password: `" + weak + "`", "**Password:** " + weak, "**password**: " + mixed,
		"The password is " + weak + ".", "| password | " + weak + " |", "- pass: " + mixed + " # of staging", "pwd = " + mixed,
		"DB_PASS=" + mixed,
		"PASSWORD_1=" + mixed, "Passwort: " + weak, "passphrase => " + mixed, "password:" + signed, "spring.datasource.password=" + mixed,
		`{"user": "app", "password": "` + weak + `"}`, `"{\"password\":\"` + mixed + `\"}"`, "  dbPassword: " + mixed + "\r",
		"jdbc:postgresql://db/shop?user=app&password=" + mixed, "Server=db;User Id=app;Password=" + mixed + ";",
		"<password>" + mixed + "</password>",
		"data:\n  password: " + join("aHVudGVyMjJ", "zdXBlcjk="), "password: \"" + weak + "\"", "mysql --password=" + mixed + " shop",
		"vault login --token " + key, "machine db login app password " + mixed,
		"token: " + key, `"token": "` + key + `"`, `"access_token":"` + key + `",`, "refreshToken = " + key, "client_secret: " + key,
		"SECRET_KEY = '" + key + "'",
		"secret_key_base: " + strings.Repeat(key, 4), "X-Api-Key: " + key, "curl -H 'PRIVATE-TOKEN: " + key + "' https://git.local",
		"apiKey: " + key,
		"AccountKey=" + key + key + "==;", "aws_secret_access_key = " + join("wJalrXUt5FEMIK7MDENGbPxRf", "iCYzQ9kLm2Vt8Xs"),
		"//registry.npmjs.org/:_authToken=" + key, "https://api.local/v1?api_key=" + key + "&page=2",
		"Authorization: Bearer " + key, `-H "Authorization: token ` + key + `"`, `{"Authorization": "Bearer ` + key + `"}`,
		"authorization: " + key,
		"Authorization: Basic " + join("YXBwOmh1bnRl", "cjIyc3VwZXI="), "sent with Bearer " + key,
		"https://deploy:" + mixed + "@git.local/app.git", "ftp://app:" + weak + "@files.local", "amqp://app:" + mixed + "@queue:5672",
		"https://" + key + "@github.com/a/b",
		join("s", "k-") + strings.Repeat(join("aB3dE5gH7j", "K9"), 4), join("s", "k-proj-") + key + "_" + key + "-" + key,
		join("g", "sk_") + strings.Repeat("aB3dE5gH7jK9", 4),
		join("GOC", "SPX-") + key + "aB3d", "71234" + join("56789:", "AA") + key + "x7Yz0Ab12",
		"key: |\n  " + head + "\n  MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi",
		`"private_key": "` + head + `\nMIIEpAIBAAKCAQEA3Tz2"`,
		head + "\n" + strings.Repeat("MIIEfooBAAKCAQEA3Tbarr7SZitestAMfxxxBjM9Oi\n", 4),
	} {
		found := Scan([]byte("# Note\n\n" + text + "\n"))
		if len(found) != 1 {
			t.Errorf("%q: found %+v, expected one", text, found)
		}
		sent := Replace(text)
		for _, value := range []string{weak, mixed, key, signed, head} {
			if strings.Contains(text, value) && strings.Contains(sent, value) {
				t.Errorf("%q: %q would be sent", text, sent)
			}
		}
	}
}

// TestScanLetsNamesPass has what stands in the place of secrets in real notes.
func TestScanLetsNamesPass(t *testing.T) {
	for _, text := range []string{
		"password: string8", "password: admin123", "The password is sha256hashed.", "token: base64url", "token: Bytes32(x)",
		"secret: db-credentials-v2",
		"password: /run/secrets/db_password1", "password: op://vault/item1/password", "token: config.githubToken2",
		"secretName: my-app-tls-2024",
		"token := getToken1()", "password = form.password1.value", "NEXT_TOKEN: Cell<u64>", "access_key: bytes32",
		"api_key: k8s-cluster-eu-west-1a",
		"password: c2VjcmV0Cg==", "Authorization: Basic " + join("dXNlcm5hbWU6", "cGFzc3dvcmQ="), "Authorization: Bearer <JWT1>",
		"Authorization: Bearer token123",
		"apiVersion: authorization.k8s.io/v1alpha1", "https://user:pass1234@host/", "mysql://user:password1@host/db",
		"https://zoom.us/j/916?pwd=aUUxNzF0ak81czZHaUk0",
		"mac-secret = 2ea74ec5dae199227dff1af715362700e989d889d7a493cb0639691efb8e5f98",
		"private key: 0xf8f8a2f43c8376ccb0871305060d7b27b0554d2cc72bccf41b2705608452f315",
		"sk-learn-estimator-2024-version-2", head + "\n...\n", head + "\n<your key>\n",
		"password: ${DB_PASSWORD1}", "password: {{ db_password1 }}", "--password {{password1}}",
		"pass: $1$2$3$4$5", "password reset in 24h30m",
		"password: StandbyPass2031!", "token: hvs.CAESQrSt", "Authorization: Bearer eyJhbGciOi", "Authorization: Basic AYKz0f7DhP9w5tE5==",
		"Password: \nops@shop-2:/srv# id", "fastcgi_pass unix:/run/php/php8.3-fpm.sock;",
		"Bearer tokens are opaque", "token=${{ secrets.TOKEN_1 }}", "encryption_key: aes-256-gcm",
	} {
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
		if sent := Replace(text); sent != text {
			t.Errorf("%q would be sent as %q", text, sent)
		}
	}
}

// The first line of a key alone is no key; whether the rest was cut off is asked before a text is sent.
func TestFirstLineOfAKey(t *testing.T) {
	for _, text := range []string{
		head, "```\n" + head + "\n```", "> " + strings.Replace(head, "RSA", "OPENSSH", 1), "the header `" + head + "` begins it",
		"tls: \"" + head + "\"",
	} {
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
		if found := Suspect([]byte(text)); len(found) != 1 || !found[0].Doubtful || strings.Contains(Replace(text), head) {
			t.Errorf("%q: suspects %+v", text, found)
		}
	}
	for _, body := range []string{"YOUR_PRIVATE_KEY", "<key>", "[key_content]", "MIIEpAIBAAKCAQEA...", "MIIEpAIBAAKCAQEA3Tz2mr7S\n. . ."} {
		text := head + "\n" + body + "\n" + strings.Replace(head, "BEGIN", "END", 1)
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}

// What says of itself, of its neighbours or by its being there many times that it is an example stops no
// commit; before a text is sent it is looked at again.
func TestExamplesStopNoCommit(t *testing.T) {
	claims := func(said string) string {
		return join("ey", "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.") + base64.RawURLEncoding.EncodeToString([]byte(said)) + "." + key + key
	}
	for text, suspect := range map[string]bool{
		"JWT_SECRET=dev-secret-key-replace-in-production-with-64-bytes": false, "secret: test-secret-32-characters-long": false,
		`"chain:5eykt/token:` + key + `"`: false, "token: asdfjkl2asdkfjhsadf": false, "api_key: abcd1234efgh5678ijkl": false,
		"token: " + key[:10] + "mmmmmm" + key[10:]: false, "password = '" + join("S0me-Str0ng-", "Passw0rd!") + "'": false,
		"https://zoom.local/j/92843470602?password=" + mixed: false, "nextPageToken: " + key: false,
		"token: " + claims(`{"sub":"1234567890","name":"John Doe"}`):               false,
		"token: " + claims(`{"sub":"83hd7sk2","iat":1516239022,"exp":1516242622}`): true,
		strings.Repeat("Authorization: Bearer "+key+"\n\n", 3):                     true, "# Test vectors\n\ntoken: " + key: true,
		"For example:\n\n    token: " + key: true, "token: " + key + " # replace with your value": true,
		"![](https://files.local/a.png?token=" + key + ")": true, "Cookie: session=" + key: true,
		"CSRF Token : " + key: true, "Sao chép token (ví dụ: `" + join("glsa_", "Yk3vQd8sLw0ZtGm5RnXc2HbJ7PfUa9Eq_4be71c09") + "`)": true,
		"curl https://api.example.com -H 'X-Api-Key: " + key + "'": true, "sessionToken: " + key: true,
	} {
		if found := Scan([]byte(text)); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
		if found := Suspect([]byte(text)); (len(found) > 0) != suspect {
			t.Errorf("%q: suspects %+v", text, found)
		}
	}
}

// TestReplaceTakesAll has more secrets than Scan tells of.
func TestReplaceTakesAll(t *testing.T) {
	text := strings.Repeat("password: "+weak+"\n", 3*maxFindings)
	if sent := Replace(text); sent != strings.Repeat("password: "+mark+"\n", 3*maxFindings) {
		t.Errorf("sent %.200q", sent)
	}
}

// TestReplaceKnowsPartsOfKeys has the chunks that a long key is cut into.
func TestReplaceKnowsPartsOfKeys(t *testing.T) {
	line := join("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi8", "kLw5xYc1QhNf0RgTbUvPdJs4")
	for _, part := range []string{
		head + "\n" + line + "\n" + line, line + "\n" + line + "\n",
		line + "\nq8Rt4KdPv6Yb3Ns=\n" + strings.Replace(head, "BEGIN", "END", 1),
		"tail:\nq8Rt4KdPv6Yb3Ns=\n" + strings.Replace(head, "BEGIN", "END", 1),
	} {
		if sent := Replace(part); strings.Contains(sent, line) || strings.Contains(sent, "q8Rt") {
			t.Errorf("%q would be sent as %q", part, sent)
		}
	}
}
