package walk

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// parseSignature reads "NAME <EMAIL> SECONDS ZONE", as leniently as git: whatever is not there is
// empty or 1970.
func parseSignature(value []byte, encoding string) Signature {
	name, rest, _ := bytes.Cut(value, []byte{'<'})
	email, _, _ := bytes.Cut(rest, []byte{'>'})
	when := value[bytes.LastIndexByte(value, '>')+1:]
	return Signature{
		Name:  bounded(strings.TrimSpace(decode(name, encoding)), maxName),
		Email: bounded(strings.TrimSpace(decode(email, encoding)), maxName),
		When:  parseWhen(string(when)),
	}
}

// lastSecond is the end of the year 9999, the last that can be written as a date.
const lastSecond = 253402300799

// parseWhen reads "SECONDS ZONE", the zone being +HHMM or -HHMM.
func parseWhen(s string) time.Time {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return time.Unix(0, 0).UTC()
	}
	seconds, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil || seconds > lastSecond {
		seconds = 0
	}
	offset := 0
	if len(fields) > 1 {
		offset = parseZone(fields[1])
	}
	return inZone(int64(seconds), offset)
}

// Signed is a signature of a time that is given in seconds since 1970, with a zone in minutes east of
// Greenwich.
func Signed(name, email string, seconds int64, offset int) Signature {
	return Signature{Name: name, Email: email, When: inZone(seconds, offset)}
}

// inZone is a time, given in seconds since 1970, with a zone in minutes east of Greenwich.
func inZone(seconds int64, offset int) time.Time {
	t := time.Unix(seconds, 0).UTC()
	if offset == 0 {
		return t
	}
	return t.In(time.FixedZone("", offset*60))
}

// parseZone gives minutes east of Greenwich, 0 for what is no zone.
func parseZone(s string) int {
	if len(s) != 5 || s[0] != '+' && s[0] != '-' {
		return 0
	}
	n, err := strconv.ParseUint(s[1:], 10, 16)
	hours, minutes := int(n)/100, int(n)%100
	if err != nil || hours > 23 || minutes > 59 {
		return 0
	}
	if s[0] == '-' {
		return -(hours*60 + minutes)
	}
	return hours*60 + minutes
}
