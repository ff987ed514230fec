package kb

import (
	"net/url"
	"slices"
	"strings"
)

// hasScheme tells an absolute URL: letters, then a colon.
func hasScheme(target string) bool {
	i := strings.IndexByte(target, ':')
	if i < 2 {
		return false // "C:\x" is a path
	}
	for _, c := range target[:i] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	rest := target[i+1:]
	return strings.HasPrefix(rest, "//") ||
		slices.Contains([]string{"mailto", "tel", "data", "javascript", "urn", "doi"}, strings.ToLower(target[:i]))
}

// url resolves a URL: to a note that has it for an alias, or when it shows a file of this very
// repository; else it is external.
func (r *Resolver) url(target string) Resolution {
	if name, ok := strings.CutPrefix(target, "memory://"); ok {
		return orExternal(r.wiki("", name))
	}
	if found, _ := r.names.byAlias(strings.TrimRight(target, "/")); len(found) == 1 {
		return r.names.resolution(found)
	}
	u, err := url.Parse(target)
	if err != nil {
		return external()
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	raw := host == "raw.githubusercontent.com"
	if raw {
		host = "github.com"
	}
	if r.origin.Path != "" && host != r.origin.Host {
		return external()
	}
	if file := r.shown(strings.Trim(u.Path, "/"), raw); file != "" {
		return Resolution{Path: file}
	}
	return external()
}

// ownPage resolves a path that is absolute on the forge's site: /OWNER/NAME/blob/BRANCH/path.
func (r *Resolver) ownPage(target string) string {
	if !strings.Contains(target, "/blob/") && !strings.Contains(target, "/tree/") {
		return ""
	}
	return r.shown(strings.Trim(target, "/"), false)
}

// maxBranchParts is how many parts between slashes a branch's name may have.
const maxBranchParts = 4

// shown gives the note that a page of the forge shows: where the name of the branch ends and the
// path begins is not to be seen, so the first that names a note counts. Without a known origin the
// path must be so long that no other repository is likely to have it.
func (r *Resolver) shown(page string, raw bool) string {
	rest, ok := r.behindBranch(page, raw)
	if !ok {
		return ""
	}
	parts := strings.Split(rest, "/")
	for n := 1; n <= maxBranchParts && n < len(parts); n++ {
		found, exact := r.names.at(strings.Join(parts[n:], "/"))
		if !exact || len(found) != 1 {
			continue
		}
		file := r.names.names[found[0]].Path
		if r.origin.Path != "" || isTelling(file) {
			return file
		}
	}
	return ""
}

// isTelling tells a path that hardly two repositories share.
func isTelling(file string) bool {
	folders := strings.Count(file, "/")
	return folders > 2 || folders == 2 && !isFolderNote(file)
}

// behindBranch gives "BRANCH/path" of a page's path: OWNER/NAME/blob/BRANCH/path, with
// GROUPS/NAME/-/blob at GitLab.
func (r *Resolver) behindBranch(page string, raw bool) (string, bool) {
	if r.origin.Path != "" {
		rest, ok := cutPrefixFold(page, r.origin.Path+"/")
		return cutView(rest, raw, ok)
	}
	parts := strings.SplitN(page, "/", 3)
	if len(parts) < 3 {
		return "", false
	}
	return cutView(parts[2], raw, true)
}

// cutView drops the word for the kind of page.
func cutView(page string, raw, ok bool) (string, bool) {
	if raw || !ok {
		return page, ok
	}
	view, rest, ok := strings.Cut(strings.TrimPrefix(page, "-/"), "/")
	return rest, ok && slices.Contains([]string{"blob", "tree", "raw", "blame", "edit", "src"}, view)
}

// cutPrefixFold is strings.CutPrefix without regard to the case of ASCII letters.
func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}
