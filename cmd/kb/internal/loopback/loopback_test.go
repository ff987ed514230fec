package loopback

import (
	"net"
	"net/http"
	"testing"
	"time"
)

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

// Where there is no room a crowd closes the connection that was silent longest, if it was so for long
// enough, and never one that is answered.
func TestCrowd(t *testing.T) {
	c := NewCrowd(nil, 2)
	conns := make([]net.Conn, 3)
	for i := range conns {
		conns[i], _ = net.Pipe()
	}
	closed := func(i int) bool { return conns[i].SetDeadline(time.Now()) != nil }
	later := func() time.Time { return time.Now().Add(patience) }
	room := func(want bool) {
		t.Helper()
		if wait, ok := c.room(later()); ok != want || wait > patience || !ok && wait <= 0 {
			t.Errorf("room: %v, wait %v", ok, wait)
		}
	}
	c.changed(conns[0], http.StateNew)
	room(true)
	c.changed(conns[1], http.StateNew)
	if _, ok := c.room(time.Now()); ok || closed(0) || closed(1) {
		t.Error("one that came this instant is pushed out")
	}
	c.changed(conns[1], http.StateActive) // of its request a part has come
	c.asked(conns[0])
	room(true)
	if closed(0) || !closed(1) {
		t.Error("the one that was silent longest is open, or another is closed")
	}
	c.changed(conns[1], http.StateIdle) // as the server notices late
	c.changed(conns[1], http.StateClosed)
	c.changed(conns[2], http.StateNew)
	c.asked(conns[2])
	room(false)
	c.changed(conns[2], http.StateIdle)
	room(true)
	if closed(0) || !closed(2) {
		t.Error("one that is answered is closed")
	}
	c.changed(conns[0], http.StateClosed)
	if len(c.open)+len(c.idle) != 0 {
		t.Errorf("%d are counted at the end", len(c.open))
	}
}
