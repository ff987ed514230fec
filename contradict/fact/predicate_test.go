package fact

import (
	"slices"
	"strings"
	"testing"
)

// yesNo asks a predicate of texts of two parts, and compares.
type yesNo struct {
	a, b string
	want bool
}

func askPairs(t *testing.T, name string, f func(a, b string) bool, all []yesNo) {
	t.Helper()
	for _, c := range all {
		if got := f(c.a, c.b); got != c.want {
			t.Errorf("%s(%q, %q) = %v, want %v", name, c.a, c.b, got, c.want)
		}
	}
}

func mentionOf(name string) *mention { return &mention{name: name, words: wordsOf(name)} }

func TestWordsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"replicaPolicy": "replica policy", "pool_size-max.now": "pool size max now", "HTTPServer": "http server", "openURLs": "open urls",
		"POOL_SIZE": "pool size", "aB": "a b", "Ab": "ab", "readV2": "read v2", "isOPEN": "is open", "AB": "ab", "ABc": "a bc",
	} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("wordsOf(%q) = %q, want %q", name, got, want)
		}
	}
}

// One letter is added, lacking, another, or changed places with its neighbour; short words, abbreviations,
// numbers, beginnings and ends differ by right.
func TestOneLetter(t *testing.T) {
	askPairs(t, "oneLetter", oneLetter, []yesNo{
		{"replica", "repilca", true},
		{"replica", "repica", true},
		{"repica", "replica", true},
		{"replica", "replixa", true},
		{"policy", "polcy", true},
		{"policy", "polixy", true},
		{"policy", "policz", false},   // the end
		{"policy", "bolicy", false},   // the beginning
		{"policies", "policy", false}, // two letters
		{"polic", "policy", false},
		{"polis", "poles", false}, // short
		{"polies", "polics", true},
		{"poly", "poley", false},
		{"pool1x", "pool2x", false},
		{"pool1e", "poolxe", false},
		{"poolxe", "pool1e", false},
		{"poolxe", "pool0e", false},
		{"pool9e", "poolxe", false},
		{"replica", "rekpica", false}, // one letter of the two that would change places
		{"replica", "relkica", false},
		{"bcdfgh", "bcdxgh", false}, // hardly a vowel
		{"bcafgh", "bcaxgh", false},
		{"bcafeh", "bcaxeh", true},
		{"bcafghklmnop", "bcaxghklmnop", false},
		{"bcafeghklmnz", "bcaxeghklmnz", false}, // fewer than a quarter
		{"aafeghklmnpz", "aaxeghklmnpz", true},
		{"replica", "replica", false},
		{"replica", "rpelcia", false}, // two changes
		{"replica", "relpica", true},
		{"replica", "relpico", false},
		{"replica", "repilka", false},
	})
}

func TestMisspelt(t *testing.T) {
	askPairs(t, "misspelt", func(a, b string) bool { return misspelt(mentionOf(a), mentionOf(b)) }, []yesNo{
		{"repilcaPolicy", "replicaPolicy", true},
		{"replica_policy", "replicaPolicy", false}, // other marks
		{"replicaPolicy", "replicaPolicy", false},
		{"replica_policy_now", "replica_policy", false},
		{"replicaPolicy", "replicaPolicyNow", false},
		{"replica_polixy-now", "replica_policy_now", false},
		{"replica_polixy_now", "replica_policy_now", true},
		{"repilca_polixy", "replica_policy", false}, // two words
		{"size_pool_max", "pool_size_max", true},
		{"size_pool", "pool_size", false}, // of two words either order is a name
		{"size.pool.max", "pool.size.max", false},
		{"size_pool_min", "pool_size_max", false},
		{"pool_max_size", "pool_size_max", true},
		{"pool_max_sized", "pool_size_max", false},
		{"max_size_pool", "pool_size_max", false},
	})
}

func TestKindred(t *testing.T) {
	askPairs(t, "kindred", func(a, b string) bool { return kindred(mentionOf(a), mentionOf(b)) }, []yesNo{
		{"check_finalize_it", "check_finalized_it", true},
		{"check_repilca_it", "check_replica_it", true},
		{"checkFinalizeIt", "CheckFinalizedIt", false}, // another case
		{"check_finalize", "check_finalizes", false},   // several of it
		{"SKILL.md", "SKILLS.md", false},
		{"GetOrderResult", "GetOrdersResult", false}, // a call for one, and for several
		{"HoldOrderResult", "HoldOrdersResult", true},
		{"ReleaseRequest", "ReleaseRequested", false}, // what is asked, and that it was
		{"DataService.load", "DataService.loading", false},
		{"check_finalizes_it", "check_finalize_it", true},
		{"check-finalize-it", "check-finalized-it", false},
		{"check_finalize_it", "check_finalize_it", false},
		{"check_finalize_it", "check_finalize_it_now", false},
		{"check_finalize.it", "check_finalized_it", false},
		{"check_finalize_it", "check_finalized_us", false},
		{"check_add_it", "check_adds_it", false}, // short
		{"check_adds_it", "check_added_it", true},
		{"check_open_it", "check_opens_it", true},
		{"check_open_it", "check_close_it", false},
	})
}

func TestPlural(t *testing.T) {
	askPairs(t, "plural", plural, []yesNo{
		{"slice", "slices", true}, {"slices", "slice", true}, {"box", "boxes", true}, {"policy", "policies", true},
		{"slice", "sliced", false}, {"slice", "slice", false}, {"day", "daies", true},
	})
}

// A slip of long names is two small letters side by side, or one, but not the last.
func TestSlip(t *testing.T) {
	askPairs(t, "slip", slip, []yesNo{
		{"replica_policy", "repilca_policy", true},
		{"replica_policy", "repica_policy", true},
		{"replica_policy", "replicator_policy", false},
		{"replica_policy", "replicaxy_policy", true},
		{"replica_policy", "replicaxyz_policy", false},
		{"replica_policy", "replica_policx", false},
		{"replica_policy", "beplica_policy", false},
		{"replica_policy", "rbplica_policy", false},
		{"replica_policy", "reblica_policy", true},
		{"replica_policy", "replica_Policy", false},
		{"replica_policy", "replica1policy", false},
		{"replica_policy", "replica_policys", false}, // the end
		{"replica_apolicy", "replica_aapolicy", true},
		{"replica_policy", "replicz_policy", true},
		{"trick_shrtae", "trich_shrtae", true}, // a quarter are vowels
		{"open_rooms", "open_roomxs", true},    // ten letters
		{"open_room", "open_rxom", false},      // nine
		{"open_room", "open_roxoms", false},
		{"xkcd_bcdfgh_bcdfgh", "xkcd_bcdefgh_bcdfgh", false}, // hardly a vowel
		{"replica_policy", "rezzzca_policy", false},
	})
}

func TestShortWords(t *testing.T) {
	askPairs(t, "shortWords", func(a, b string) bool { return shortWords(strings.Fields(a), strings.Fields(b)) }, []yesNo{
		{"pool get size", "pool set size", true}, {"pool load size", "pool read size", true}, {"pool fetch size", "pool get size", false},
		{"pool get size", "pool fetch size", false}, {"pool size", "pool get size", false}, {"pool get size", "pool size", false},
		{"pool get it now", "pool set me now", false}, {"pool set now", "pool get it now", false},
	})
}

func TestNearWords(t *testing.T) {
	askPairs(t, "nearWords", func(a, b string) bool { return nearWords(strings.Fields(a), strings.Fields(b)) }, []yesNo{
		{"pool open seats", "pool full seats", true}, {"pool seats", "pool full seats", true}, {"pool seats", "pool seats", true},
		{"pool seats", "pool rooms", false}, {"pool seats", "pool very full seats", false}, {"pool a b seats", "pool c d seats", false},
		{"pool full seats now", "pool seats open now", true},
	})
}

func TestSiblings(t *testing.T) {
	of := func(kind, name string, item bool, heading string) *thing {
		return &thing{kind, name, wordsOf(name), &unit{item: item, headings: []string{heading}}}
	}
	for _, c := range []struct {
		x, y *thing
		want bool
	}{
		{of("metric", "pool_full_total", true, "A"), of("metric", "pool_open_total", true, "A"), true},
		{of("metric", "pool_full_total", true, "A"), of("metric", "pool_open_total", true, "B"), false},
		{of("metric", "pool_full_total", true, "A"), of("metric", "pool_open_total", false, "A"), false},
		{of("metric", "pool_full_total", false, "A"), of("metric", "pool_open_total", true, "A"), false},
		{of("environment variable", "pool_full_total", false, "A"), of("environment variable", "pool_open_total", false, "B"), true},
		{of("metric", "pool_opens_total", true, "A"), of("metric", "pool_opened_total", true, "A"), false}, // forms of one word
		{of("metric", "pool_open_total", true, "A"), of("metric", "pool_opened_total", true, "A"), false},
		{of("metric", "pool_full_total", true, "A"), of("metric", "pool_fuller_total", true, "A"), false},
		{of("metric", "pool_fuller_total", true, "A"), of("metric", "pool_full_total", true, "A"), false},
		{of("metric", "pool_ope_total", true, "A"), of("metric", "pool_opened_total", true, "A"), true},
		{of("metric", "pool_opened_total", true, "A"), of("metric", "pool_ope_total", true, "A"), true},
		{of("metric", "pool_total", true, "A"), of("metric", "pool_open_total", true, "A"), false},
		{of("metric", "pool_open_total", true, "A"), of("metric", "pool_total", true, "A"), false},
	} {
		if got := siblings(c.x, c.y); got != c.want {
			t.Errorf("siblings(%s, %s) = %v, want %v", c.x.name, c.y.name, got, c.want)
		}
	}
}

func TestFamily(t *testing.T) {
	x, y := &thing{name: "pool_open_total", words: wordsOf("pool_open_total")}, &thing{name: "pool_full_total"}
	for names, want := range map[string]bool{
		"pool_open_total pool_full_total":                   false,
		"pool_open_total pool_full_total pool_shut_total":   true,
		"pool_open_total pool_full_total pool-shut-total":   true,
		"pool_open_total pool_full_total poolShutTotal":     false,
		"pool_open_total pool_full_total room_shut_total":   false,
		"pool_open_total pool_full_total room_shut_total a": false,
	} {
		times := map[string]int{}
		for n := range strings.FieldsSeq(names) {
			times[n]++
		}
		if got := family(x, y, times); got != want {
			t.Errorf("a family among %s: %v, want %v", names, got, want)
		}
	}
}

func TestPlainName(t *testing.T) {
	for span, want := range map[string]string{
		"--pool-size": "pool-size", "open_room(a, b)": "open_room", "pool": "", "pools": "pools", "pool size": "",
		"/v1/rooms:open.now": "/v1/rooms:open.now",
		"POOL9":              "POOL9", "zZ0az": "zZ0az", "AAaa9": "AAaa9", "pool{a}": "", "pool[a]": "", "pool@a": "", "pool;a": "",
		strings.Repeat("a", 70): strings.Repeat("a", 70), strings.Repeat("a", 71): "", "pöols": "",
	} {
		if got := plainName(span); got != want {
			t.Errorf("plainName(%q) = %q, want %q", span, got, want)
		}
	}
}

// The words on either side of a name say what it is; those before it go first.
func TestKindOf(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"See the metric ", "", "metric"},
		{"See the metric: ", "", "metric"},
		{"Set the environment variable ", "", "environment variable"},
		{"metric ", "", "metric"},
		{"A new feature gate ", " field", "feature gate"},
		{"See the ", " metric.", "metric"},
		{"See the ", " metric of rooms", "metric"},
		{"See the ", " feature gate is on", "feature gate"},
		{"See the ", " feature gate, then", "feature gate"},
		{"See ", "metric", ""},
		{"", " metric", "metric"},
		{"", "", ""},
		{"See ", " is", ""},
		{"The metric of ", " is", ""},
		{"See ", " of metric", ""},
	} {
		if got := kindOf(c.before, c.after); got != c.want {
			t.Errorf("kindOf(%q, %q) = %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

func TestThingsOf(t *testing.T) {
	var got []string
	for _, x := range thingsOf(read("The metric `pool_full` and the flag `--pool-size` are `new`, " +
		"`open_pool` field.\n\nAn `open span\n\n`hall_open` metric and `` flag `hall_shut` of it.\n\n```\nthe metric `a_code_name`\n```")) {
		got = append(got, x.kind+" "+x.name)
	}
	want := []string{"metric pool_full", "flag pool-size", "field open_pool", "metric hall_open", "flag hall_shut"}
	if !slices.Equal(got, want) {
		t.Errorf("things are %q, want %q", got, want)
	}
}

func TestTimesNamed(t *testing.T) {
	got := timesNamed(read("The `pool_full` is --pool_full. A pool_full: (pool_full)\n\n```\npool_full = 1\n```"))
	if got["pool_full"] != 5 || got["The"] != 1 || got["A"] != 1 {
		t.Errorf("times named: %v", got)
	}
}

// A name like another one: the words of the shorter in order, with the first or the last in common.
func TestAlike(t *testing.T) {
	askPairs(t, "alike", alike, []yesNo{
		{"POOL_SIZE_MAX", "POOL_ENTRY_SIZE_MAX", true},
		{"POOL_ENTRY_SIZE_MAX", "POOL_SIZE_MAX", true},
		{"POOL_SIZE", "POOL_ENTRY_SIZE", true},
		{"POOL_SIZE", "POOL_ENTRY_SIZES_SIZE", false}, // two words more than two
		{"POOL_SIZE_MAX", "POOL_ENTRY_A_SIZE_MAX", true},
		{"POOL_OPEN_SIZE_MAX", "POOL_A_B_C_OPEN_SIZE_MAX", false},
		{"POOL", "POOL_SIZE", false},
		{"POOL_SIZE", "ROOM_AGE", false},
		{"POOL_SIZE_MAX", "ROOM_SIZE_MIN", false},
		{"POOL_SIZE_MAX", "POOL_SIZES_MAX", true},
		{"POOL_SIZES_MAX", "POOL_SIZE_MAX", true},
		{"POOL_SIZE_MAX", "POOL_AGE_MAX", false},
		{"POOL_SI_MAX", "POOL_SIZE_MAX", false}, // fewer than three letters
		{"POOL_SIZ_MAX", "POOL_SIZE_MAX", true},
		{"POOL_SIZE_ENTRIES", "POOLS_SIZES_ENTRIES", false}, // two words
		{"POOL_SIZE", "POOL_SIZE", false},
		{"POOL_OPEN", "POOL_OPEN_MAX", false}, // an aspect of it
		{"POOL_OPEN", "POOL_OPEN_ROOMS", true},
		{"POOL_MAX", "POOL_OPEN_MAX", true},
		{"OPEN_ROOMS", "POOL_OPEN_ROOMS", true},
		{"POOL_ROOMS_OPEN", "POOL_OPEN_A_ROOMS", false}, // another order
		{"POOL_ROOM_OPEN", "POOL_OPEN_ROOM_A", false},
	})
}

func TestIsFamily(t *testing.T) {
	order := []string{"POOL_SIZE", "POOL_SIZE_MIN", "MY_ROOM_AGE", "ROOM_AGE", "LOST_HALL"}
	for name, want := range map[string]bool{"POOL_SIZE": true, "ROOM_AGE": true, "POOL_SIZE_MIN": false, "POOL": true, "LOST": false,
		"HALL": false} {
		if got := isFamily(name, "LOST_HALL", order); got != want {
			t.Errorf("isFamily(%s) = %v, want %v", name, got, want)
		}
	}
}

func TestDefinedBy(t *testing.T) {
	for _, c := range []struct {
		kind kind
		text string
		want string
	}{
		{row, "| `POOL_SIZE` | 3 |", "POOL_SIZE"}, {row, "| Size | `POOL_SIZE` |", ""},
		{code, "POOL_SIZE = 3", "POOL_SIZE"}, {code, "POOL_SIZE: 3", "POOL_SIZE"}, {code, "POOL_SIZE == 3", ""}, {code,
			"POOL_SIZE + 3", ""},
		{code, "POOL_SIZE=3 open", ""}, {code, "POOL_SIZE= 3", "POOL_SIZE"}, {code, "POOL_SIZE=", "POOL_SIZE"}, {code, "open = 3", ""},
		{code, "const POOL_SIZE = 3", "POOL_SIZE"}, {prose, "POOL_SIZE = 3", ""},
	} {
		if got := definedBy(&unit{kind: c.kind, text: c.text}); got != c.want {
			t.Errorf("%q defines %q, want %q", c.text, got, c.want)
		}
	}
}
