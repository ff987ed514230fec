package remote

import (
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// ollamaPort is where Ollama listens unless told otherwise.
const ollamaPort = "11434"

// ollamaURL reads the grammar of OLLAMA_HOST: [scheme://][host][:port][/path]. Without a scheme it
// is http and port 11434; http has port 80 and https 443; an address to listen on everywhere means
// this machine.
func ollamaURL(host string) (*url.URL, error) {
	port := ollamaPort
	scheme, rest, found := strings.Cut(strings.TrimSpace(host), "://")
	switch {
	case !found:
		scheme, rest = "http", scheme
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("ollama: the address must be like http://localhost:%s", ollamaPort)
	}
	rest, path, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(rest, "@?# ") { // it is not repeated: a password may stand there
		return nil, fmt.Errorf("ollama: the address must be like http://localhost:%s", ollamaPort)
	}
	name, given, err := net.SplitHostPort(rest)
	if err != nil {
		name, given = strings.Trim(rest, "[]"), port
	}
	if n, err := strconv.ParseUint(given, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf("ollama: no port: %q", given)
	}
	return &url.URL{Scheme: scheme, Host: net.JoinHostPort(reachable(name), given), Path: "/" + path}, nil
}

// reachable turns an address that only a server can use, to listen everywhere, into this machine's.
func reachable(host string) string {
	if host == "" {
		return "127.0.0.1"
	}
	switch address, _ := netip.ParseAddr(host); address {
	case netip.IPv4Unspecified():
		return "127.0.0.1"
	case netip.IPv6Unspecified():
		return "::1"
	}
	return host
}

// decodeOllama reads an answer, which must have a vector for each text.
func decodeOllama(body []byte, texts int) (vectors [][]float32, tokens int, err error) {
	var answer struct {
		Embeddings []vector `json:"embeddings"`
		Tokens     int      `json:"prompt_eval_count"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, err
	}
	if len(answer.Embeddings) != texts {
		return nil, 0, fmt.Errorf("%d vectors for %d texts", len(answer.Embeddings), texts)
	}
	vectors = make([][]float32, texts)
	for i, v := range answer.Embeddings {
		vectors[i] = v
	}
	return vectors, answer.Tokens, nil
}
