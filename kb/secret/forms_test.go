package secret

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawer makes values that nobody uses, the same for the same seed.
type drawer struct{ *rand.Rand }

const (
	lowers   = "abcdefghijklmnopqrstuvwxyz"
	uppers   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits   = "0123456789"
	alnum    = lowers + uppers + digits
	hexes    = digits + "abcdef"
	inURLs   = alnum + "_-"
	base64s  = alnum + "+/"
	withSign = alnum + "!#%+-_"
)

// of draws n characters of an alphabet.
func (d drawer) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[d.IntN(len(alphabet))]
	}
	return string(b)
}

// password draws one as people and their managers make them.
func (d drawer) password() string {
	switch d.IntN(4) {
	case 0:
		return d.of(alnum, 10+d.IntN(3))
	case 1:
		return d.of(alnum, 14+d.IntN(7))
	case 2:
		return "S3cr3t-" + d.of(alnum, 8)
	}
	return d.of(alnum, 1) + d.of(withSign, 10+d.IntN(6)) + d.of(alnum, 1)
}

func (d drawer) token() string { return d.of(alnum, 20+d.IntN(21)) }

// pair encodes a name and a password as HTTP does.
func (d drawer) pair() string {
	return base64.StdEncoding.EncodeToString([]byte("deploy:" + d.password()))
}

// jwt makes a token of a service.
func (d drawer) jwt() string {
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"`+d.of(hexes, 24)+`","role":"service"}`)) + "." + d.of(inURLs, 43)
}

// lines draws the body of a key.
func (d drawer) lines(end string) string {
	var out strings.Builder
	for range 6 {
		out.WriteString("M" + d.of(base64s, 63) + end)
	}
	return out.String()
}

// forms lists how secrets are written into notes; %s stands for a value of the kind before it.
func forms() []struct {
	draw func(drawer) string
	text string
} {
	type form = struct {
		draw func(drawer) string
		text string
	}
	var out []form
	add := func(draw func(drawer) string, texts ...string) {
		for _, text := range texts {
			out = append(out, form{draw, text})
		}
	}
	add(drawer.password,
		"password: %s", "secret: %s", `{"user": "app", "password": "%s"}`, "PGPASSWORD=%s psql -h db.local shop", "DB_PASS=%s",
		"export DB_PASSWORD=%s", "**Password**: %s", "the database password: %s", "The password is %s.", "Das Passwort ist %s",
		"mot de passe : %s", "contraseña: %s", "pw: %s", "WLAN key: %s", "curl -u admin:%s https://ci.local/api",
		"sshpass -p %s ssh root@db1.local", "mysql -uroot -p%s shop", "redis-cli -a %s ping", "mysqldump --password=%s shop > a.sql",
		"machine git.local login deploy password %s", "postgres://app:%s@db.local:5432/shop", "redis://:%s@cache.local:6379/0",
		"mongodb+srv://app:%s@cluster.local/shop", "amqp://app:%s@queue.local:5672",
		"| user | password |\n|---|---|\n| deploy | %s |", "Server=db;User Id=app;Password=%s;", "<password>%s</password>",
		"spring.datasource.password=%s", "ENV ADMIN_PASSWORD=%s", "docker run -e MYSQL_ROOT_PASSWORD=%s mariadb", "passphrase = \"%s\"",
		"login with user deploy and password `%s`", "requirepass %s",
	)
	add(drawer.token,
		"Cookie: session=%s", "IdentityToken %s", "GET https://api.local/v1/items?token=%s", "Authorization: Bearer %s",
		`curl -H "X-Api-Key: %s" https://api.local`, "PRIVATE-TOKEN: %s", "api_key = '%s'", "client_secret: %s",
		"//registry.npmjs.org/:_authToken=%s", "https://%s@git.local/app.git", "vault login --token %s", "SECRET_KEY=%s",
	)
	add(drawer.pair, `"auth": "%s"`, "Authorization: Basic %s")
	add(drawer.jwt, "token %s")
	for _, f := range []struct {
		text, alphabet string
		n              int
	}{
		{"the api key is %s", hexes, 32}, {"https://store.blob.core.windows.net/c/f?sv=2024-08-04&sp=r&sig=%s%%3D", alnum, 43},
		{"hf_%s", lowers + uppers, 34}, {"hvs.%s", inURLs, 90}, {"AccountKey=%s==;", base64s, 86},
		{"AK" + "IA%s", uppers + "234567", 16}, {"aws_secret_access_key = %s", base64s, 40}, {"gh" + "p_%s", alnum, 36},
		{"gl" + "pat-%s", inURLs, 20}, {"np" + "m_%s", lowers + digits, 36}, {"sk-" + "proj-%s", inURLs, 60}, {"AI" + "za%s", inURLs, 35},
		{"sk_" + "live_%s", alnum, 24}, {"dop_" + "v1_%s", hexes, 64}, {"htpasswd: deploy:$apr1$k2Jd9sQx$%s", alnum, 22},
	} {
		add(func(d drawer) string { return d.of(f.alphabet, f.n) }, f.text)
	}
	add(func(d drawer) string {
		return "T" + d.of(uppers+digits, 8) + "/B" + d.of(uppers+digits, 10) + "/" + d.of(alnum, 24)
	},
		"https://hooks.slack.com/services/%s")
	add(func(d drawer) string { return d.lines("\n") }, join("-----BEGIN RSA ", "PRIVATE KEY-----\n%s-----END RSA ", "PRIVATE KEY-----"))
	add(func(d drawer) string { return d.lines(" ") }, join("the key begins -----BEGIN ", "PRIVATE KEY----- %s"))
	return out
}

// TestFormsAreFound measures how many of the forms are found, ten values each.
func TestFormsAreFound(t *testing.T) {
	const values, least, seed = 10, 0.95, 2026
	d := drawer{rand.New(rand.NewPCG(seed, seed))}
	found, all := 0, 0
	for _, form := range forms() {
		n := 0
		var missed []string
		for range values {
			text := "# Note\n\n" + fmt.Sprintf(form.text, form.draw(d)) + "\n"
			if len(Scan([]byte(text))) > 0 {
				n++
			} else {
				missed = append(missed, text[8:])
			}
		}
		found, all = found+n, all+values
		if n < values {
			t.Logf("%d of %d: %s %q", n, values, form.text, missed)
		}
	}
	t.Logf("%d of %d", found, all)
	if float64(found) < least*float64(all) {
		t.Errorf("%d of %d are found", found, all)
	}
}
