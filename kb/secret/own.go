package secret

import (
	"strings"
)

// The rules of our own: what gitleaks leaves to its rule for generic keys, which takes much of
// ordinary prose for secrets.

// Parts of the regular expressions below. A name and its value may be written as in YAML, JSON
// (also within a string), environment files, headers, markdown ("**Password:** `…`") and tables.
const (
	passwordName = `(?:password|passwd|passphrase|passwort|kennwort|passcode|(?:^|[^?&a-z0-9])(?:pwd|pass))(?:[_-]?\d{1,2})?`
	tokenName    = `(?:secret(?:[_-]?(?:access[_-]?)?key)?(?:[_-]?base)?|api[_-]?(?:key|token|secret)|token|` +
		`(?:access|account|private|encryption|signing|shared|sharedaccess)[_-]?key|[_-]auth|credentials?)`
	separator = `[\\"'` + "`" + `*_]{0,4}(?:\s{0,3}(?::=|=>|==?|:)\s{0,3}|[ \t]{1,4}(?:is:?|\|)[ \t]{1,4}|>)[*_]{0,2}[ \t]{0,3}\\?`
	bare      = `["'` + "`" + `]?([^\s"'` + "`" + `<>|,;(){}\[\]\\]{8,256})(?:["'` + "`" + `<|,;)\]}\s\\]|$)`
	quoted    = `["']([^"'\s]{8,128})["']`
)

// near is how much of the text behind a keyword the rules of our own see, in bytes.
const near = 384

// own lists the rules of our own, in the order in which they are tried, behind those of gitleaks.
func own() []rule {
	return []rule{
		variable(), passwordQuoted(), password(), token(), flagged(), netrc(), header(), address(), bearer(), vendor(), keyBlock(),
	}
}

// passwordQuoted is a password or key that is given a value between quotes, which may be any word
// that mixes letters and digits.
func passwordQuoted() rule {
	return rule{
		ID: "password-assignment",
		Regex: `(?i)(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?token|auth[_-]?token)` +
			`["']?\s{0,3}(?::=|=>|:|=)\s{0,3}` + quoted,
		Entropy: 2.7, Keywords: append(assigned(), "secret"), near: near,
	}
}

// password is one that stands bare. Prose gives the word "password" values of its own, so the value
// has to be one that nobody says.
func password() rule {
	return rule{
		ID: "password-assignment", Regex: `(?i)` + passwordName + separator + bare,
		Entropy: 2.7, Keywords: []string{"passw", "passphrase", "kennwort", "passcode", "pwd", "pass"}, near: near, check: unspoken,
	}
}

// token is a key or token that is given a value. Words, versions and names of code are none.
func token() rule {
	return rule{
		ID: "token-assignment", Regex: `(?i)` + tokenName + separator + bare,
		Entropy: 3, Keywords: append(assigned(), "secret", "token", "_key", "-key", "accountkey", "accesskey", "privatekey", "_auth",
			"-auth", "credential"),
		near: near, check: random,
		Allowlists: []allowlist{{RegexTarget: "line", Regexes: []string{cryptography}}},
	}
}

// cryptography matches the names that protocols give to secrets, whose values stand in their test vectors.
const cryptography = `(?i)\b(?:mac|aes|shared|ecdh|ephemeral|master|premaster|traffic)[_ -]?secret`

// assigned lists the names under which a secret is given as a value.
func assigned() []string {
	return []string{
		"password",
		"passwd",
		"passphrase",
		"api_key",
		"api-key",
		"apikey",
		"apitoken",
		"api_token",
		"api-token",
		"access_token",
		"access-token",
		"accesstoken",
		"auth_token",
		"auth-token",
		"authtoken",
	}
}

// variable is a password or key in a file of environment variables, without quotes and alone on its line.
func variable() rule {
	return rule{
		ID: "environment-secret",
		Regex: `(?m)^[ \t>$]{0,8}(?:export |set |ENV ` +
			`)?[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|API_?KEY|ACCESS_KEY|TOKEN)=([^\s"'#;,()\[\]]{10,128})[ ` +
			`\t\r]*$`,
		SecretGroup: 1,
		Entropy:     3,
		Keywords:    []string{"password=", "passwd=", "passphrase=", "secret=", "key=", "token="},
	}
}

// flagged is a password or token on a command line.
func flagged() rule {
	return rule{
		ID: "command-line-secret", Regex: `(?i)--[a-z-]{0,30}(?:password|passwd|passphrase|token|secret|api-key|access-key)[ =]` + bare,
		Entropy: 2.7, Keywords: []string{"password", "passwd", "passphrase", "token", "secret", "api-key", "access-key"}, near: near,
		check: unspoken,
	}
}

// netrc is the password of a line of .netrc.
func netrc() rule {
	return rule{
		ID: "netrc-password", Regex: `(?i)\blogin\s{1,3}\S{1,64}\s{1,3}password\s{1,3}` + bare,
		Entropy: 2.7, Keywords: []string{"login"}, near: near, check: unspoken,
	}
}

// header is what stands behind Authorization in a request.
func header() rule {
	return rule{
		ID: "authorization-header",
		Regex: `(?i)(?:\bauthorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:(?:bearer|basic|token|apikey|bot)\s{1,3})?|\bbearer\s{1,3})` +
			`([A-Za-z0-9+/_.~=:-]{12,})(?:["'` + "`" + `<|,;)\]}\s\\]|$)`,
		Entropy: 3, Keywords: []string{"authorization", "bearer"}, near: 3072, check: credential,
	}
}

// address is the password in the address of a server.
func address() rule {
	return rule{
		ID: "connection-password", Regex: `(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s:/@"'<>` + "`" + `]{0,64}:([^\s:/@"'<>` + "`" +
			`]{8,256})@[a-z0-9.\[-]`,
		Entropy: 2.7, Keywords: []string{"://"}, near: near,
	}
}

// bearer is a token in the place of the user's name there.
func bearer() rule {
	return rule{
		ID: "connection-token", Regex: `(?i)\bhttps?://([a-z0-9_-]{16,256})@[a-z0-9.\[-]`,
		Entropy: 3, Keywords: []string{"http://", "https://"}, near: near, check: random,
	}
}

// vendor is the tokens of services that gitleaks does not know by their heads alone.
func vendor() rule {
	return rule{
		ID: "service-token",
		Regex: `\b(sk-[A-Za-z0-9_-]{20,250}|gsk_[A-Za-z0-9]{40,64}|xai-[A-Za-z0-9]{60,100}|r8_[A-Za-z0-9]{36,40}|` +
			`nvapi-[\w-]{50,80}|tvly-[\w-]{24,60}|` +
			`dckr_[op]at_[\w-]{26,40}|GOCSPX-[\w-]{24,40}|ya29\.[\w-]{40,400}|whsec_[A-Za-z0-9+/=]{24,100}|` +
			`figd_[\w-]{36,60}|sbp_[a-f0-9]{40}|` +
			`tskey-[a-z]+-[\w-]{20,80}|ph[cx]_[A-Za-z0-9]{40,64}|[0-9]{8,10}:AA[\w-]{33}|` +
			`discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[\w-]{60,70})`,
		Entropy: 3, Keywords: []string{"sk-", "gsk_", "xai-", "r8_", "nvapi-", "tvly-", "dckr_", "gocspx-", "ya29.", "whsec_", "figd_",
			"sbp_", "tskey-",
			"phc_", "phx_", ":aa", "/api/webhooks/"}, near: 512, check: random,
	}
}

// keyBlock is the head of a private key with what follows of it, be it nothing: the end may be lost, or in another chunk.
func keyBlock() rule {
	return rule{
		ID: "private-key",
		Regex: `(?m)(?:^[ \t>"'` + "`" + `|+-]{0,24}|[:=][ \t]{0,4}["']?)(-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: ` +
			`BLOCK)?-----(?:(?:\\[rn]|[\s>+])*[A-Za-z0-9+/=:.…<*,-]{1,128})*)`,
		Keywords: []string{"-----begin"}, check: block,
	}
}

// block tells a key from the example of one, and from a sentence about its first line.
func block(key string) bool {
	_, rest, _ := strings.Cut(key, "KEY")
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, " BLOCK"), "-----")
	return !strings.ContainsAny(rest, "<*…") && !strings.Contains(rest, "...")
}
