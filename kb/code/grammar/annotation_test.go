package grammar

import (
	"strings"
	"testing"
)

// Each ALL_CAPS macro between ‹ and › is to be blank; all else stays.
func TestWithoutAnnotations(t *testing.T) {
	for _, marked := range []string{
		"void Close() ‹EXCLUSIVE_LOCKS_REQUIRED(mu_)› {}",
		"void Close() const ‹LOCKS_REQUIRED(a, f(b))› ‹NO_THREAD_SAFETY_ANALYSIS› override {}",
		"Guard(Mutex* m) ‹EXCLUSIVE_LOCK_FUNCTION(m)›\n    : m_(m) {}",
		"~Guard() ‹UNLOCK_FUNCTION()› { m_->Unlock(); }",
		"bool Room::Open(int n)\n    ‹LOCKS_EXCLUDED(mu_)› {\n}",
		"bool operator==(const Room& r) ‹LIFETIME_BOUND_HERE› { return true; }",
		"std::string* Name() ‹LIFETIME_BOUND_HERE›;",
		"virtual void Run() ‹LOCKS_REQUIRED(mu_)› = 0;",
		"Room() ‹LIFETIME_BOUND_HERE› = default;",
		"class ‹SCOPED_LOCKABLE› Guard {",
		"struct ‹ALIGNED_TO(8)› Guard final : public Base {",
		"struct FILE_HEADER header;",
		"struct FILE_HEADER read() {",
		"struct FILE_HEADER {",
		"struct OUTER_ROOM Inner::Desk {",
		"myclass MUST_HOLD Guard {",
		"class MUST_HOLD",
		"class ‹LOCKABLE› Guard {",
		"class LOCKABLE final {",
		"class OPEN Guard;",
		"int seats ‹GUARDED_BY(mu_)›;",
		"Desk* desk ‹PT_GUARDED_BY(mu_)› ‹GUARDED_BY(other_)› = nullptr;",
		"std::vector<Room> rooms ‹GUARDED_BY(mu_)›;",
		"Desk *const desk ‹GUARDED_BY(mu_)›;",
		"int seats[kMost] ‹GUARDED_BY(mu_)›;",
		"‹HALL_EXPORT› const room_t* room_open(void);",
		"  ‹HALL_EXPORT› explicit Room(int n);",
		"‹HALL_EXPORT› extern int seats;",
		"‹HALL_EXPORT› std::vector<int> seats(int n) {",
		"‹HALL_EXPORT› town::Room open();",
		"// all of it (two)\nASSERT_OPEN(a);",
		"/* all of it (two) */ ASSERT_OPEN(a);",
		"f(\"(\"); // ) the old seats\nint seats ‹GUARDED_BY(mu_)›;",
		"R\"x(\" ) int a MUST_HOLD(b); )x\"; int a ‹MUST_HOLD(b)›;",
		"int n = 1'000; int a ‹MUST_HOLD(b)›; char c = '\"'; int d ‹MUST_HOLD(b)›;",
		"‹HALL_INLINE› town::Room::Room(int n)\n    : n_(n) {}",
		"‹HALL_INLINE› Room<T>::Room() {}",
		"‹HALL_INLINE› Room::~Room() {}",
		"TOWN_T Room::open() {}",
		// variables and types in capitals
		"static Room MAX_ROOM(3);",
		"const int MAX_ROOM(3);",
		"Room* MAX_ROOM(3);",
		"UINT_T seats = 3;",
		"UINT_T const seats = 3;",
		"return a MAX_ROOM(3);",
		"BEGIN_LIST\nEND_LIST(a);",
		"a +\nMAX_ROOM * b;",
		"MAX_ROOM\n= 3",
		// what is called, or named, is no annotation
		"void f() { if (a) LOG_ERROR(b); }",
		"void f() { while (next()) SKIP_LINE { } }",
		"void f() { TAILQ_FOREACH(a, b) FREE_ITEM(a); }",
		"void f() { list_each(a) FREE_ITEM(a); }",
		"LIST_HEAD(room, head) ROOM_LIST;",
		"static decltype(a) MAX_SIZE;",
		"int f(a) SIZE_T a; {}",
		"int g() MAX_SIZE = 3;",
		"return f(a) JOIN_WITH(b);",
		"#define OPEN(a) OPEN_WITH(a);",
		"bool ~Room() ‹MUST_HOLD(mu_)› {}",
		"bool town::hall::Room::Open() ‹MUST_HOLD(mu_)›;",
		"Open() MUST_HOLD(mu_);",
		"::Open() MUST_HOLD(mu_);",
		"Room& Open() ‹MUST_HOLD(mu_)›;",
		"return town::Open() MUST_HOLD(mu_);",
		"int operator[](int n) ‹MUST_HOLD(mu_)› {",
		"x = (b) ‹MUST_HOLD(mu_)› {",
		"(b) MUST_HOLD(mu_) {",
		"int seats] MUST_HOLD(mu_);",
		"Desk &const desk ‹MUST_HOLD(mu_)›;",
		"int const desk MUST_HOLD(mu_);",
		"*desk ‹MUST_HOLD(mu_)›;",
		"desk MUST_HOLD(mu_);",
		"a * desk ‹MUST_HOLD(mu_)›;",
		"a, desk MUST_HOLD(mu_);",
		"int seats MUST_HOLD(mu_) return;",
		"int seats MUST_HOLD(mu_",
		"class AB Guard {",
		"class ABC",
		"class MUST_HOLD(mu_ Guard {",
		"class ‹MUST_HOLD› Guard\n: Base {",
		"class MUST_HOLD Guard::Inner;",
		"‹HALL_EXPORT› void f();",
		"‹HALL_EXPORT› bool f();",
		"‹HALL_EXPORT› int f();",
		"a HALL_EXPORT x;",
		"HALL_EXPORT return x;",
		"HALL_EXPORT ::x y;",
		"HALL_EXPORT <x> y;",
		"HALL_EXPORT a<b;",
		"HALL_EXPORT a",
		"HALL_EXPORT",
		"‹HALL_EXPORT› a b c d e(",
		"HALL_EXPORT a b c d e f g h i(",
		"\n‹HALL_EXPORT› Room x;",
		"void Close() Annotated(mu_) {}",
		"void Close() ABC {}",
		"void Close() MUST_HOLD(mu_",
		") MUST_HOLD {",
		"",
	} {
		source := strings.NewReplacer("‹", "", "›", "").Replace(marked)
		want, rest := "", marked
		for {
			before, macro, found := strings.Cut(rest, "‹")
			want += before
			if !found {
				break
			}
			macro, rest, _ = strings.Cut(macro, "›")
			want += strings.Repeat(" ", len(macro))
		}
		if got := string(withoutAnnotations([]byte(source))); got != want {
			t.Errorf("%q\n got %q\nwant %q", marked, got, want)
		}
	}
}

// Comments, and what stands between quotes, are blank, and as long as they were.
func TestWithoutQuoted(t *testing.T) {
	for source, want := range map[string]string{
		"a // b\nc": "a     \nc", "\"a(b\" c": "\"   \" c", "'a' 1'000 'b'": "' ' 1'000 ' '", "a / b": "a / b",
		"/* a\n b */c": "    \n     c", "R\"x(a\" b)x\" c": "R\"        \" c",
		"\"a\\\"b\" c": "\"    \" c", "\"open\nc": "\"    \nc", "\"": "\"", "/": "/", "//": "  ", "/*": "  ", "/*/ a */b": "        b",
		"'": "'", "R\"": "R\"", "\"R\" \"a\"": "\" \" \" \"",
		"aR\"(a)\" b": "aR\"   \" b", "\"(a)\" b": "\"   \" b", "R\"a b": "R\"   ", "'\\'' b": "'  ' b", "": "", "/**/a": "    a",
		"\"\"a": "\"\"a",
	} {
		if got := string(withoutQuoted([]byte(source))); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	in := ""
	for c := range 256 {
		if isWord(byte(c)) {
			in += string(rune(c))
		}
	}
	if in != "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" {
		t.Errorf("in words stand %q", in)
	}
	for word, want := range map[string]bool{"A_BC": true, "A_B": false, "_ABC": false, "ABC_": false, "AB_C": true, "0_BC": false,
		"9_BC": false, "/_BC": true, "a_bc": false, "ABCD": false, "A0_9": true} {
		if isMacro(word) != want {
			t.Errorf("%s is a macro: %v", word, !want)
		}
	}
}

func TestWithoutAnnotationsOfLongBrackets(t *testing.T) {
	for _, n := range []int{mostAnnotated - 10, mostAnnotated + 10} {
		source := "void f(" + strings.Repeat("a", n) + ") MUST_HOLD(mu) {}"
		got := string(withoutAnnotations([]byte(source)))
		if blank := !strings.Contains(got, "MUST_HOLD"); blank != (n < mostAnnotated) {
			t.Errorf("%d bytes of parameters: blank is %v", n, blank)
		}
		source = "void f() MUST_HOLD(" + strings.Repeat("a", n) + ") {}"
		got = string(withoutAnnotations([]byte(source)))
		if blank := !strings.Contains(got, "MUST_HOLD"); blank != (n < mostAnnotated) {
			t.Errorf("%d bytes in the annotation: blank is %v", n, blank)
		}
	}
}

// The work stays bounded where each macro could look at all that follows: this ends, or the test never does.
func TestWithoutAnnotationsOfHostileText(t *testing.T) {
	for _, piece := range []string{`\"`, "AB_C x<\n", "AB_C\n", "x[1][2] AB_C(",
		"a AB_C()", ") AB_C(", "/*", `R"a(`, `R"`, "'", "AB_C const\n", "AB_C(a)", ") const", "class AB_C("} {
		for _, before := range []string{`"`, "", "int a "} {
			source := []byte(before + strings.Repeat(piece, 500_000/len(piece)))
			if got := withoutAnnotations(source); len(got) != len(source) {
				t.Errorf("%d bytes of %q became %d", len(source), piece, len(got))
			}
		}
	}
}
