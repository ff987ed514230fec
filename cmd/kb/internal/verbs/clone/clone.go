// Package clone looks after what kb keeps in a clone: index, status, gc, usage.
package clone
