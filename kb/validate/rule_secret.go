package validate

import (
	"github.com/9aea2451/kb/kb/secret"
)

// secretRule is the rule about keys, tokens and passwords. Its findings never hold the secret
// itself.
func secretRule() Rule {
	return Rule{
		Name: "secret", Severity: Error,
		Finds: "a key, token or password",
		About: `What is committed stays in the history of every clone. The key or token of a known service, a private key, a password or
token that is given a value (in prose, YAML, JSON, tables, the environment, a header, an address, on a command line) is stopped before that,
where the value is as unlikely as what is drawn at random, or as people make passwords. Words, names of code, placeholders, values that
standards publish and what examples are made of are let pass. So is what is doubtful: the first line of a key alone, what stands
near words or hosts of examples, cookies and tokens that are over soon, addresses of links, a value that a note gives three times
in one form. What leaves the machine is held to more: candidates of ` + "`kb learn`" + `, ` + "`kb propose`" + `,
and what is sent to a model or a cluster hold nothing doubtful either. The secret itself is never printed.

Settle it by removing the secret (and changing it, if it was ever pushed). Where it is none, say so on its line:
` + "`<!-- kb:allow-secret -->`" + `.`,
		File: secrets,
	}
}

// secrets reports those that the file did not hold before.
func secrets(r *Run, f *File) []Finding {
	var found []Finding
	for _, s := range secret.Scan(f.Source) {
		print := fingerprint("secret", f.Path, s.Rule, s.Masked)
		found = append(found, Finding{Place: at(f.Path, s.Line, s.Col), Message: "looks like a secret: " + s.Rule,
			Suggestion: "remove it; where it is none, add <!-- kb:allow-secret --> to the line", Fingerprint: print})
	}
	return found
}
