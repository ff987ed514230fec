package panel

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/loopback"
)

// Limits of what browsers may do.
const (
	maxConnections = 256
	maxAtOnce      = 16                    // pages that are made at once; others wait
	turn           = 50 * time.Millisecond // for which a page that is being made keeps the next one waiting
	maxHeader      = 16 << 10
	headerTimeout  = 5 * time.Second
	readTimeout    = 10 * time.Second
	writeTimeout   = time.Minute
	idleTimeout    = time.Minute
	pageTimeout    = 50 * time.Second
	cookieAge      = 12 * 60 * 60 // seconds
)

// tokenName is the parameter of the address that is printed.
const tokenName = "token"

// policy is what a browser may do with a page: load the style and the script of kb, ask the panel, and
// nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// cookieName names the cookie of a panel: those of several on one host share their cookies.
func cookieName(host string) string {
	_, port, _ := net.SplitHostPort(host)
	return "kb_panel_" + port
}

// guarded lets through who may see the pages: a browser on this machine that was given the token, on a
// page of the panel itself, and only to look.
func guarded(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		if status, why := refuses(r); status != 0 {
			if status == http.StatusMethodNotAllowed {
				w.Header().Set("Allow", "GET, HEAD")
			}
			http.Error(w, why, status)
			return
		}
		name := cookieName(r.Host)
		if given := r.URL.Query().Get(tokenName); given != "" && same(given, token) {
			http.SetCookie(w, &http.Cookie{
				Name: name, Value: token, Path: "/", MaxAge: cookieAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
			// Without the token in the history of the browser, which stays on the panel.
			u := r.URL
			q := u.Query()
			q.Del(tokenName)
			to := url.URL{Path: "/" + strings.TrimLeft(u.Path, "/\\"), RawQuery: q.Encode()}
			http.Redirect(w, r, to.String(), http.StatusSeeOther)
			return
		}
		if c, err := r.Cookie(name); err != nil || !same(c.Value, token) {
			http.Error(w, "open the address that kb serve printed: it has the token that this page asks for", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuses tells who is turned away whatever they know, and why; 0 for who is not.
func refuses(r *http.Request) (status int, why string) {
	switch origin := r.Header.Get("Origin"); {
	case !loopback.Host(r.Host):
		return http.StatusForbidden, "the Host of the request is not this machine"
	case origin != "" && !strings.EqualFold(origin, "http://"+r.Host), foreignSite(r.Header.Get("Sec-Fetch-Site")):
		return http.StatusForbidden, "the request comes from another site"
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return http.StatusMethodNotAllowed, "the panel only shows: nothing can be changed here"
	case r.ContentLength != 0:
		return http.StatusBadRequest, "a request for a page has no body"
	}
	return 0, ""
}

// foreignSite reads the header Sec-Fetch-Site, which older browsers do not send.
func foreignSite(site string) bool { return site != "" && site != "same-origin" && site != "none" }

// same compares in a time that does not hang on how much is right.
func same(given, token string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}
