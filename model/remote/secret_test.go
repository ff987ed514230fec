package remote

import (
	"strings"
	"testing"
)

// TestRemoteSendsNoSecret has one in each text, in the query, and one that the bound of a text cuts.
func TestRemoteSendsNoSecret(t *testing.T) {
	password, token := "Xk29fj"+"Lq81mZpQ7", "gh"+"p_R8kf2mQx7LbV4nTz9WsYc3HjD6pEaU1gXo5B"
	for _, provider := range []string{"openai", "ollama"} {
		s := newTestServer(t, nil)
		p := openTestRemote(t, Endpoint{Provider: provider, URL: s.URL, Model: "toy"})
		texts := []string{
			"Staging\n\npassword: " + password,
			"Push with " + token + " then.",
			strings.Repeat("a ", maxTextBytes/2-5) + token + " end",
		}
		if _, err := p.Documents(t.Context(), texts); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Query(t.Context(), "is password="+password+" right"); err != nil {
			t.Fatal(err)
		}
		sent := 0
		for _, r := range s.asked() {
			for _, text := range r.Input {
				sent++
				if strings.Contains(text, password) || strings.Contains(text, token[:6]) {
					t.Errorf("%s was sent %.80q", provider, text)
				}
			}
		}
		if sent != len(texts)+1 || !strings.Contains(s.asked()[0].Input[1], "Push with [secret] then.") {
			t.Errorf("%s was sent %d texts, the second %q", provider, sent, s.asked()[0].Input[1])
		}
	}
}
