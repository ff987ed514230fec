// Package edition knows the versions and translations that builders of sites keep of a page.
package edition

import "strings"

// Of returns the path of the page of which a file is another version or translation, as Docusaurus keeps
// them, and which one it is: of versioned_docs/version-2.0/a.md that is docs/a.md and "2.0", of
// i18n/de/docusaurus-plugin-content-docs/current/a.md it is docs/a.md and "de". Of any other file it is the
// path itself and "".
func Of(file string) (page, edition string) {
	page, language, version := docusaurus(file)
	return page, strings.TrimSpace(language + " " + version)
}

// docusaurus is Of with language and version apart.
func docusaurus(file string) (page, language, version string) {
	head, rest, ok := strings.Cut("/"+file, "/i18n/")
	if language, tail, found := strings.Cut(rest, "/docusaurus-plugin-content-docs"); ok && found && !strings.Contains(language, "/") {
		instance, tail, _ := strings.Cut(tail, "/")
		version, below, _ := strings.Cut(tail, "/")
		if instance = strings.TrimPrefix(instance, "-"); instance == "" {
			instance = "docs"
		}
		if version = strings.TrimPrefix(version, "version-"); version == "current" {
			version = ""
		}
		return strings.TrimPrefix(head+"/"+instance+"/"+below, "/"), language, version
	}
	folder, tail, ok := strings.Cut(file, "versioned_docs/version-")
	version, below, found := strings.Cut(tail, "/")
	if !ok || !found || folder != "" && !strings.HasSuffix(folder, "/") && !strings.HasSuffix(folder, "_") {
		return file, "", ""
	}
	if folder == "" || strings.HasSuffix(folder, "/") {
		folder += "docs"
	}
	return strings.TrimSuffix(folder, "_") + "/" + below, "", version
}
