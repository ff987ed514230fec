package read

import (
	"fmt"
	"strings"
	"testing"
)

// amountsOf tells the quantities of a sentence: how they are meant, the value, the upper end of a
// range, what is measured.
func amountsOf(text string) string {
	var all []string
	p := Parse(Statement{Text: text})
	for i := range p.Quantities {
		q := &p.Quantities[i]
		s := q.Text()
		if q.Comparator == Between {
			s += fmt.Sprintf("..%g", q.High)
		}
		dimension, _, _ := strings.Cut(q.Dimension, ":")
		all = append(all, s+" "+dimension)
	}
	return strings.Join(all, ", ")
}

// Seconds, bytes, grams and degrees Celsius, however a sentence puts them; rates are times per second.
func TestAmountsOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"The timeout is 30 seconds.":             "30 time",
		"The timeout is 2 minutes.":              "120 time",
		"The timeout is at most 30 s.":           "at most 30 time",
		"The timeout must not exceed 5 minutes.": "at most 300 time",
		"Uploads may have up to 10 MB.":          "at most 1e+07 size",
		"Uploads may have 10 MB or less.":        "at most 1e+07 size",
		"Keep at least three copies.":            "at least 3 count",
		"It takes no more than 2 hours.":         "at most 7200 time",
		"It takes less than 200 ms.":             "at most 0.2 time",
		"It takes 5 to 10 seconds.":              "5..10 time",
		"It takes between 5 and 10 seconds.":     "5..10 time",
		"It takes 5-10 seconds.":                 "5..10 time",
		"It takes 5–10 s.":                       "5..10 time",
		"It takes 5 s to 10 s.":                  "5..10 time",
		"It fell from 10 to 2 minutes.":          "10 after, 120 time",
		"It takes from 1 to 2 hours.":            "3600..7200 time",
		"Store it between 2 and 8 °C.":           "2..8 celsius",
		"Heat it to 212 °F.":                     "100 celsius",
		"It costs $5.":                           "5 dollar",
		"It costs 5 dollars.":                    "5 dollar",
		"It costs €7.50.":                        "7.5 euro",
		"It costs £3.":                           "3 pound",
		"It holds 1,000 entries.":                "1000 count",
		"It holds 10,000,000 entries.":           "1e+07 count",
		"It holds 2 thousand entries.":           "2000 count",
		"It holds 2k entries.":                   "2000 count",
		"It holds two hundred entries.":          "200 count",
		"It holds 1.5 million entries.":          "1.5e+06 count",
		"It holds twelve entries.":               "12 count",
		"It needs Go 1.26.1.":                    "1.26.1 after",
		"It needs Go 1.26 or later.":             "at least 1.26 after",
		"It ends on 2026-11-20.":                 "2026-11-20 after",
		"The answer is 404.":                     "404 after",
		"See section 3.":                         "3 label",
		"See step 2.":                            "2 label",
		"HTTP 5xx is retried.":                   "",
		"Run it twice a day.":                    "2.3148148148148147e-05 rate",
		"Run it 3 times per hour.":               "0.0008333333333333334 rate",
		"Run it every 5 minutes.":                "0.0033333333333333335 rate",
		"Run it every hour.":                     "0.0002777777777777778 rate",
		"Run it hourly.":                         "0.0002777777777777778 rate",
		"Run it once a week.":                    "1.6534391534391535e-06 rate",
		"Run it every two days.":                 "5.787037037037037e-06 rate",
		"It is read twice.":                      "2 times",
		"Call it 3 times.":                       "3 times",
		"Run it once in an hour.":                "0.0002777777777777778 rate",
		"Run it once each day.":                  "1.1574074074074073e-05 rate",
		"Run it every time.":                     "",
		"It is 50 % full.":                       "50 percent",
		"It is 50% full.":                        "50 percent",
		"A maximum of 4 users is set.":           "at most 4 count",
		"Minimum of 2 users.":                    "at least 2 count",
		"30 days at most.":                       "at most 2.592e+06 time",
		"5 users max.":                           "at most 5 count",
		"More than 7 users may join.":            "at least 7 count",
		"Fewer than 7 users may join.":           "at most 7 count",
		"Over 9 users may join.":                 "at least 9 count",
		"Under 9 users may join.":                "at most 9 count",
		"One of the users leaves.":               "",
		"One user leaves.":                       "1 count",
		"The port is 8080.":                      "8080 after",
		"It is limited to 4 users.":              "at most 4 count",
		"It lasts 3 weeks.":                      "1.8144e+06 time",
		"It lasts 1 year.":                       "3.1536e+07 time",
		"It weighs 2 kg.":                        "2000 mass",
		"It has 1_000 users.":                    "1000 count",
		"It holds 5 to 10 entries.":              "5..10 count",
		"It holds 5-10 entries.":                 "5..10 count",
		"Ports 5 to 10 are open.":                "5..10 label",
	} {
		if got := amountsOf(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestAmountsAreBounded(t *testing.T) {
	if n := strings.Count(amountsOf(strings.Repeat("7 ", 3*maxQuantities)), "7"); n != maxQuantities {
		t.Errorf("%d amounts are read, want %d", n, maxQuantities)
	}
}

// More of the ways in which amounts are bounded, ranged and repeated.
func TestBoundsOfAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"It takes a maximum of the 5 users.": "at most 5 count",
		"It is for 18 and up.":               "at least 18 after",
		"It is for 18 and above.":            "at least 18 after",
		"It is for 18 and over.":             "at least 18 after",
		"It is for 18 and upwards.":          "at least 18 after",
		"It is for 18 and more.":             "at least 18 after",
		"It is for 18 and friends.":          "18 after",
		"It holds 5 users or more.":          "at least 5 count",
		"It holds 5 users or friends.":       "5 count",
		"It is smaller than 40 kB.":          "at most 40000 size",
		"It needs more than two users.":      "at least 2 count",
		"It is 10 to 5 seconds.":             "10 after, 5 time",
		"It takes 5 to 10.":                  "5..10 after",
		"It takes from 5 and 10 seconds.":    "5..10 time",
		"It takes 5 and 10 seconds.":         "5 after, 10 time",
		"Heat it from 32 to 212 °F.":         "0..100 celsius",
		"It costs $2 to $8.":                 "2 dollar, 8 dollar",
		"The retry limit of the job is 3.":   "at most 3 times",
		"The retries limit of the job is 3.": "at most 3 times",
		"The attempt cap of the job is 3.":   "at most 3 times",
		"The user limit of the job is 3.":    "3 after",
		"Run it every 0 minutes.":            "0 time",
		"Run it 0 times a day.":              "0 times",
		"Run it every second.":               "1 rate",
		"Run it every ms.":                   "",
		"Run it every":                       "",
		"Run it 3 times per user.":           "3 times",
		"Run it 3 times in":                  "3 times",
		"Code `4` is an error.":              "4 label",
		"The limit of at least 4 is met.":    "at least 4 after",
		"Up to 4 is fine.":                   "at most 4 after",
		"The one or the other is used.":      "",
		"It lasts 5 minutes or less.":        "at most 300 time",
	} {
		if got := amountsOf(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// An amount is quoted as it stands in the sentence.
func TestAmountsAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"It costs $5,000,000.":               "$5,000,000",
		"It costs €7.50.":                    "€7.50",
		"It takes 12 hours.":                 "12 hours",
		"It takes at most 12 hours.":         "at most 12 hours",
		"Store it at 2 to 8 °C, please.":     "2 to 8 °C",
		"Store it between 2 and 8 °C.":       "2 and 8 °C",
		"It takes 5–10 s.":                   "5–10 s",
		"It takes 5 - 10 s.":                 "5 - 10 s",
		"It takes 5 — 10 s.":                 "5 — 10 s",
		"It has 5 million users.":            "5 million",
		"It has 10k users.":                  "10k",
		"Call it 3 times.":                   "3 times",
		"It allows 100 requests per minute.": "100",
		"Run it every 5 minutes.":            "every 5 minutes",
		"It is **30 days**.":                 "30 days",
	} {
		p := parse(text)
		if len(p.Quantities) == 0 {
			t.Errorf("%s has no amount", text)
		} else if got := p.Amount(&p.Quantities[0]); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
