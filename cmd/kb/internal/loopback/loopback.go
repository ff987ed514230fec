// Package loopback keeps a server to those it is for: it tells which hosts are this machine alone, and
// pushes out connections that ask for nothing.
package loopback

import (
	"net"
	"strings"
)

// Host tells that a host, with or without a port, is this machine by name or address: a page of
// another site cannot reach a server under such a name (DNS rebinding).
func Host(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
