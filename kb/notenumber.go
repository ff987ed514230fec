package kb

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// number reads a number; a percentage is a hundredth.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		s, percent := strings.CutSuffix(strings.TrimSpace(v), "%")
		x, err := strconv.ParseFloat(s, 64)
		if percent {
			x /= 100
		}
		return x, err == nil
	}
	return 0, false
}

// timeText is a time as it is written in a front matter.
func timeText(v fmt.Stringer) string {
	t, ok := v.(time.Time)
	if !ok {
		return v.String()
	}
	if h, m, s := t.Clock(); h == 0 && m == 0 && s == 0 {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}
