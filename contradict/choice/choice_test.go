package choice

import (
	"strings"
	"testing"
)

// of reads a decision of a title and one sentence.
func of(title, said string, options ...string) *Decision {
	d := Read(Place{Line: 1, Text: title}, []Place{{Line: 9, Text: said}}, options)
	return &d
}

// Two decisions of one log, by title and sentence, and what excludes what; "" where both may hold.
func TestCompare(t *testing.T) {
	for _, c := range []struct{ titleA, saidA, titleB, saidB, want string }{
		{"Use Jenkins for continuous integration", "", "Use GitHub Actions for continuous integration", "", "Jenkins|GitHub Actions"},
		{"Tests of the client", "Unit tests run with Jest.", "Faster tests", "Unit tests run with Vitest instead of Jest.", "Jest|Vitest"},
		{"Message broker", "We will use Kafka as the message broker.", "Broker",
			"We chose RabbitMQ as message broker over Kafka, as it is easier to run.", "Kafka|RabbitMQ"},
		{"Use yarn", "", "Use pnpm", "We moved from yarn to pnpm.", "yarn|yarn"},
		{"State", "We will use Redux for state management.", "Use Zustand", "Redux is no longer used.", "Redux|Redux"},
		{"Branches", "We follow Gitflow.", "Trunk", "We replace Gitflow with trunk-based development.", "Gitflow|Gitflow"},
		{"Hosting", "The application is hosted on Heroku.", "Move to AWS", "We will move hosting from Heroku to AWS.", "Heroku|Heroku"},
		{"Keys", "Primary keys are UUIDs.", "Form of keys", "Primary keys are auto-increment integers.",
			"UUIDs|auto-increment integers"},
		{"Access", "We use Sequelize to access the database.", "Stop using Sequelize", "", "Sequelize|Sequelize"},
		{"Use the ActiveRecord pattern", "", "Use the Datamapper pattern instead of ActiveRecord", "",
			"the ActiveRecord pattern|ActiveRecord"},
		{"use-bullet-to-catch-n-plus-1", "", "Remove Bullet gem", "", "bullet|Bullet gem"},
		{"Test runner", `Chosen option: "Jest", as it is known.`, "Test runner", `Chosen option: "Vitest", as it is fast.`, "Jest|Vitest"},
		{"use travis for ci", "", "Use GitHub Actions for continuous integration", "", "travis|GitHub Actions"},

		{"Use Jest for unit tests", "", "Use Cypress for end-to-end tests", "", ""},
		{"Use PostgreSQL as the database", "", "Use Redis as a cache", "", ""},
		{"Use Go for services", "Services are written in Go.", "Forecast", "The forecast service is written in Python.", ""},
		{"Use Kafka for events", "", "Use SQS for email jobs instead of Kafka", "", ""},
		{"Use Stencil for components", "", "Do not use Stencil end-to-end tests", "", ""},
		{"Use Kubernetes in production", "", "Use Docker Swarm in staging", "", ""},
		{"Use Sentry for error monitoring", "", "Use Sentry for performance monitoring", "", ""},
		{"Use NestJS as our framework", "", "ActiveRecord", "It is known from frameworks such as Laravel.", ""},
		{"Remove Redis from the session store", "", "Use Redis for a read cache", "", ""},
		{"Remove Redis", "", "Use Redis?", "", ""},
		{"Use PostgreSQL for user tables", "", "Use MongoDB for upload types", "", ""},
	} {
		got := ""
		a, b := of(c.titleA, c.saidA), of(c.titleB, c.saidB)
		for _, sides := range [][2]*Decision{{a, b}, {b, a}} {
			d, ok := Compare(sides[0], sides[1])
			if ok == (c.want == "") {
				t.Errorf("%q %q beside %q %q: %v %+v", c.titleA, c.saidA, c.titleB, c.saidB, ok, d)
			}
			if ok && got == "" {
				got = d.A.Name.Text + "|" + d.B.Name.Text
			}
		}
		if got != c.want {
			t.Errorf("%q beside %q: %q, want %q", c.titleA, c.titleB, got, c.want)
		}
	}
}

// What one decision had among its options another one may not take for the same thing, of whatever class it is.
func TestOptionsExcludeEachOther(t *testing.T) {
	a := of("Use Loaf for breadcrumbs", "", "Gretel", "Loaf")
	b := of("Use Gretel for breadcrumbs", "")
	c := of("Use Crumbs for breadcrumbs", "")
	if d, ok := Compare(a, b); !ok || d.Energy != weighed {
		t.Errorf("an option that another decision takes: %v %v", ok, d)
	}
	if d, ok := Compare(b, c); ok {
		t.Errorf("two names of which nothing is known: %v", d)
	}
	if k := strings.Join(a.Keys(), " "); !strings.Contains(k, "gretel") {
		t.Errorf("keys %q lack an option", k)
	}
}

// Whatever is read ends, and what differs from one side differs from the other.
func FuzzRead(f *testing.F) {
	f.Add("Use X for Y", "We moved from `A` to [B](c.md) instead of **D**, because")
	f.Add("replace", "X is our, over no longer from to instead of")
	f.Fuzz(func(t *testing.T, title, said string) {
		d := of(title, said, said)
		o := of("Use PostgreSQL as the database", said)
		if len(d.Choices) > maxChoices || len(d.Options) > maxChoices {
			t.Fatalf("%d choices, %d options", len(d.Choices), len(d.Options))
		}
		x, _ := Compare(d, o)
		if y, _ := Compare(o, d); x.Energy != y.Energy {
			t.Fatalf("%v one way, %v the other", x.Energy, y.Energy)
		}
		d.Keys()
	})
}
