package loopback

import "testing"

// A name that only looks like this machine is another one.
func TestHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:80": true, "127.0.0.1": true, "127.9.9.9:1": true, "[::1]:80": true, "::1": true,
		"": false, "example.org": false, "localhost.example.org": false, "127.0.0.1.example.org:80": false, "10.0.0.1:80": false,
		"0.0.0.0:80": false, "[::2]": false, "localhost:80:80": false, "2130706433": false,
	} {
		if got := Host(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}
