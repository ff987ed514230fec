package learn

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/9aea2451/kb/text/stem"
	"github.com/9aea2451/kb/text/wording"
)

// sentences splits what a person typed. Code blocks, quoted lines, tables and headings are no
// sentences; a line of a list is one of its own, and a text that goes on in the next line is one.
func sentences(text string) []string {
	var out []string
	var open strings.Builder
	end := func() {
		out = append(out, split(open.String())...)
		open.Reset()
	}
	var fence []byte // that opened the code we are in, nil outside of code
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case fence != nil:
			if markdown.ClosesFence([]byte(line), fence) {
				fence = nil
			}
			continue
		case markdown.Fence([]byte(line)) != nil:
			fence = markdown.Fence([]byte(line))
			end()
			continue
		case strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#"):
			end()
			continue
		case line == "":
			end()
			continue
		}
		if item := listMark().FindString(line); item != "" {
			end()
			line = line[len(item):]
		}
		if open.Len() > 0 {
			open.WriteByte(' ')
		}
		open.WriteString(line)
	}
	end()
	return out
}

var (
	listMark = lazy.Pattern(`^(?:[-*+•]|\d{1,2}[.)])\s+`)
	stop     = lazy.Pattern(`[.!?](?:["')\]]*)(?:\s+|$)|;\s+|\s+(?:\d\)|\(\d\))\s`)
)

// split cuts a paragraph, as one line, into sentences: behind a full stop, question or exclamation
// mark, a semicolon, and the "2)" or "(2)" of a list within a line. "e.g." ends none.
func split(text string) []string {
	var out []string
	text = strings.TrimSpace(text)
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(text[from:to]); s != "" {
			out = append(out, s)
		}
		from = to
	}
	for _, m := range stop().FindAllStringIndex(text, -1) {
		if text[m[0]] != '.' || !shortened().MatchString(text[max(from, m[0]-longShortened):m[0]]) {
			add(m[1]) // people write small letters after a full stop, too
		}
	}
	add(len(text))
	return out
}

// longShortened is more than the length of what shortened matches, in bytes.
const longShortened = 8

// shortened ends with a word after which a full stop ends nothing.
var shortened = lazy.Pattern(`(?i)(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|max|min|ca)$`)

// tokens are the words of a statement that tell something, as stems.
func tokens(s string) []string {
	var out []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), between) {
		if len(w) > 40 || empty(w) {
			continue
		}
		if w = stem.Light(w); !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// between reports whether a character stands between words.
func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }

// empty are words that say nothing about what a statement is about. Denials are not among them.
func empty(w string) bool {
	switch w {
	case "a", "an", "the", "and", "or", "of", "to", "in", "on", "at", "for", "with", "by", "as", "is", "are", "be", "was", "were", "it",
		"its", "this", "that", "these", "those", "we", "you", "i", "our", "your", "my", "please", "from", "now", "so", "then", "just",
		"also",
		"let", "s", "t", "ll", "re", "ve", "will", "would", "can", "should", "must", "has", "have", "do", "does", "there", "here", "all",
		"always", "everywhere", "only", "use", "keep", "make", "sure", "ensure", "remember", "note",
		"ok", "okay", "yes", "hey", "actually", "into", "when", "if":
		return true
	}
	return false
}

// Repeats reports whether a statement says nothing that another one does not say.
func Repeats(short, long string) bool { return Hear(short).Within(Hear(long)) }

// shares reports whether two texts have a telling word in common.
func shares(a, b string) bool {
	all := tokens(b)
	return slices.ContainsFunc(tokens(a), func(w string) bool { return slices.Contains(all, w) })
}

// Says reports whether two candidates say the same: nearly all words of the longer one are in the
// other, and neither denies what the other says.
func (c *Candidate) Says(o *Candidate) bool {
	if c.ID == o.ID {
		return true
	}
	if c.Error != "" || o.Error != "" {
		return c.Error == o.Error
	}
	if c.Signal != "" && o.Signal != "" {
		return false // the words of all are alike
	}
	return c.Heard().same(o.Heard())
}

// Heard is what a candidate says, ready to be compared; it is made once for all comparisons.
func (c *Candidate) Heard() Said {
	if c.said.of != c.Statement {
		c.said = Hear(c.Statement)
	}
	return c.said
}

// same reports whether two statements share four fifths of the words of the longer one, or all of the
// shorter one where that has four; both deny or neither, and they give the same numbers. "Never use X"
// and "use X" are not the same.
func (s Said) same(o Said) bool {
	if s.denies != o.denies || s.numbers != o.numbers {
		return false
	}
	n, shorter, longer := s.shared(o), min(len(s.words), len(o.words)), max(len(s.words), len(o.words))
	return longer > 0 && float64(n)/float64(longer) >= .8 || shorter >= 4 && n == shorter
}

func numbers(s string) string { return strings.Join(number().FindAllString(s, -1), " ") }

var (
	denial = lazy.Pattern(`(?i)\b(?:never|not|no|don't|dont|do not|avoid|without|stop)\b`)
	number = lazy.Pattern(`\d+(?:\.\d+)?`)
)

// Simhash is a sum of 64 bits that differs in few bits for statements that differ in few words
// (Charikar, 2002).
func Simhash(s string) uint64 {
	var sums [64]int
	for _, w := range tokens(s) {
		digest := sha256.Sum256([]byte(w))
		h := binary.BigEndian.Uint64(digest[:8])
		for i := range sums {
			if h>>i&1 == 1 {
				sums[i]++
			} else {
				sums[i]--
			}
		}
	}
	var out uint64
	for i, n := range sums {
		if n > 0 {
			out |= 1 << i
		}
	}
	return out
}

// Near reports whether two such sums are within three bits of each other.
func Near(a, b uint64) bool { return bits.OnesCount64(a^b) <= 3 }

// crockford is the alphabet of a ULID.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// identify makes an id of what a candidate says, in the form of a ULID: the same statement always
// has the same id.
func identify(kind, statement string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + strings.Join(tokens(statement), " ") + "\x00" + numbers(statement)))
	return idOf(sum)
}

// idOf writes a sum in the form of a ULID, of 26 characters: 01K, then five bits of each of 23
// bytes. The time that a ULID begins with means nothing here.
func idOf(sum [sha256.Size]byte) string {
	out := []byte("01K")
	for _, b := range sum[:23] {
		out = append(out, crockford[b&31])
	}
	return string(out)
}

// named reports whether a statement names a thing: code in quotes, a file, a symbol, a number, an
// acronym, or a tool that is known by name.
func (r *reading) named(s string) bool {
	if thing().MatchString(s) || toolWord().MatchString(s) {
		return true
	}
	if r.repo.Known == nil {
		return false
	}
	for _, w := range strings.Fields(s) {
		if w = strings.Trim(w, ".,;:!?()\"'`"); len(w) > 2 && strings.ContainsAny(w, "./") && r.repo.Known(w) {
			return true
		}
	}
	return false
}

// files is the expression of names of files.
const files = `\b[\w./-]+\.(?:go|py|ts|tsx|js|jsx|rs|java|kt|c|h|cpp|cc|cs|rb|php|swift|sql|sh|md|ya?ml|toml|json|proto|tf|` +
	`css|scss|html|xml|lock|mod|env|ini|cfg|gradle)\b`

var (
	fileName = lazy.Pattern(files)

	thing = lazy.Pattern("`[^`]+`" + // code
		"|" + files +
		`|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+[A-Z]\w*` + // camelCase
		`|\b\w+_\w+\b|\b\w+\(\)|--[a-z][\w-]+` + // snake_case, calls, flags
		`|\b[\w-]+/[\w./-]*` + // paths
		`|\b\d+(?:\.\d+)*(?:\s?(?:ms|s|m|h|MB|KB|GB|MiB|KiB|GiB|%|px|seconds?|minutes?|hours?|days?|bytes?|lines?|` +
		`characters?|times|retries|attempts))?\b` +
		`|\b[A-Z]{2,}[A-Z0-9]*s?\b`)
	toolWord = lazy.Pattern(`(?i)\b(?:npm|pnpm|yarn|bun|deno|node|cargo|rustc|clippy|go ?test|gofmt|golangci|pip|poetry|uv|` +
		`ruff|black|mypy|pytest|tox|make|cmake|bazel|gradle|maven|mvn|` +
		`docker|podman|kubectl|helm|terraform|ansible|postgres(?:ql)?|mysql|mariadb|sqlite|redis|mongo(?:db)?|kafka|` +
		`rabbitmq|nats|elasticsearch|opensearch|` +
		`react|vue|svelte|angular|tailwind|bootstrap|django|flask|fastapi|rails|spring|express|next\.?js|vite|webpack|` +
		`esbuild|eslint|prettier|jest|vitest|cypress|playwright|` +
		`typescript|javascript|python|golang|rust|java|kotlin|swift|bash|zsh|git|github|gitlab|jenkins|circleci|` +
		`protobuf|grpc|graphql|rest|openapi|swagger|` +
		`prisma|sqlalchemy|gorm|sqlc|alembic|flyway|liquibase|celery|sidekiq|nginx|caddy|traefik|prometheus|grafana|` +
		`sentry|datadog|zod|pydantic|lodash|moment|luxon|dayjs|` +
		`axios|fetch|logrus|zap|slog|zerolog|winston|pino|s3|lambda|dynamodb|bigquery|snowflake|pandas|numpy|polars|` +
		`pytorch|tensorflow|ulid|uuid|utc|utf-?8|pdf|xml|api|prod|production|staging|qa|ci|airflow|dbt|keycloak|json|` +
		`yaml|toml|csv|html|css|sql|migrations?|fixtures?|changelog|commits?|prs?|pull requests?|dependenc(?:y|ies)|proto|` +
		`ports?|endpoints?|lockfile|schemas?|secrets?|branch(?:es)?|tests?|logs?|superuser|cluster|servers?|vms?|` +
		`boards?|proxy|tabs|indentation)\b`)
)

// title shortens a statement to a title of at most 72 characters.
func title(s string) string {
	s = strings.TrimRight(wording.OneLine(s), ".!;:, ")
	r, n := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError && !identifier().MatchString(s) {
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	const most = 72
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := string([]rune(s)[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, ".:;, ") + "…"
}

// identifier matches a statement that begins with a name in which capitals matter.
var identifier = lazy.Pattern(`^(?:[a-z]+[A-Z]|[\w-]+[._/(])`)

// quote is a person's own words, cut between them.
func quote(s string) string {
	s = wording.OneLine(s)
	if len(s) <= MaxQuote {
		return s
	}
	cut := strings.ToValidUTF8(s[:MaxQuote-len("…")], "")
	if i := strings.LastIndexByte(cut, ' '); i > MaxQuote/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

// group returns what an expression matches in one group, "" when it does not.
func group(re *regexp.Regexp, s string, n int) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[n]
	}
	return ""
}

// Said is a statement made ready to be compared with many.
type Said struct {
	of      string
	words   []string
	numbers string
	denies  bool
}

// Hear makes a statement ready.
func Hear(statement string) Said {
	return Said{statement, tokens(statement), numbers(statement), denial().MatchString(statement)}
}

// Within reports whether a statement says nothing that another one does not say.
func (s Said) Within(long Said) bool { return len(s.words) > 0 && s.shared(long) == len(s.words) }

// shared counts the words that two statements have in common.
func (s Said) shared(o Said) (n int) {
	for _, w := range s.words {
		if slices.Contains(o.words, w) {
			n++
		}
	}
	return n
}

// Alike is how much two statements have in common, 0 when they do not say the same: nearly all
// words of the shorter (.88) and most of the longer (.6), the same numbers, and no denial of one.
func (s Said) Alike(o Said) float64 {
	if len(s.words) == 0 || len(o.words) == 0 || s.denies != o.denies || s.numbers != o.numbers {
		return 0
	}
	n := s.shared(o)
	short, long := float64(n)/float64(min(len(s.words), len(o.words))), float64(n)/float64(max(len(s.words), len(o.words)))
	if short < .88 || long < .6 {
		return 0
	}
	return (short + long) / 2
}
