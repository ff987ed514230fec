package edition

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	for _, tt := range []struct{ name, tree, want string }{
		{"languages", "content/de/{a,b,c}.md content/en/{a,b,d,e}.md content/zh-cn/{b,d}.md content/no/{x,y,a}.md",
			"de en; zh-cn de en; en zh-cn"},
		{"languages beside the main one", "docs/{a,b,c}.md docs/de/{a,b}.md docs/pt_BR/{b,c}.md", "- de; - de pt_BR; - pt_BR"},
		{"a department",
			"docs/{index,travel,desk}.md docs/it/{index,laptops,printers,desk}.md docs/hr/{index,leave,desk,laptops,printers}.md", ""},
		{"one page of many", "docs/{a,b}.md docs/it/{a,b,c,d,e,f,g}.md", ""},
		{"names", "a.md a.de.md b.en.md b.fr.md c.md README.md README.zh-CN.md plan.md plan-it.md", "- de; en fr; - zh-CN"},
		{"names with a hyphen", "README.md README-ko.md CONTRIBUTING.md CONTRIBUTING-ko.md", "- ko; - ko"},
		{"versions", "docs/{a,b,c}.md docs/v1.2/{a,b}.md docs/v1.10/{b,c}.md", "- @v1.2; - @v1.2 @v1.10; - @v1.10"},
		{"named folders", "c/2.17/{a,b}.md c/2.18/{a,b}.md c/docs/{a,b,n}.md c/2-edge/{a,n,b}.md c/blog/{a,x,y,z}.md c/es/{a,b}.md",
			"@2.17 @2.18 @2-edge @docs; @2.17 @2.18 @2-edge @docs; @2-edge @docs"},
		{"chapters", "book/1/{a,b}.md book/2/{a,b}.md", ""},
		{"both", "c/en/v1.0/{a,b}.md c/en/v1.1/{a,b}.md c/de/v1.1/{a,b}.md c/de/v1.0/{a,b}.md",
			"de@v1.0 de@v1.1 en@v1.0 en@v1.1; de@v1.0 de@v1.1 en@v1.0 en@v1.1"},
		{"docusaurus", "docs/a.md versioned_docs/version-2/a.md i18n/de/docusaurus-plugin-content-docs/version-2/a.md", "- @2 de@2"},
	} {
		tree := In(braces(tt.tree))
		var got []string
		for _, p := range braces(tt.tree) {
			page, _ := tree.Of(p)
			files := tree.Files(page)
			if len(files) == 0 || files[0] != p {
				continue
			}
			var names []string
			for _, file := range files {
				_, e := tree.Of(file)
				if v := e.Version.Name(); v != "" {
					e.Language += "@" + v
				} else if e.Language == "" {
					e.Language = "-"
				}
				names = append(names, e.Language)
			}
			slices.Sort(names)
			got = append(got, strings.Join(names, " "))
		}
		slices.Sort(got)
		want := strings.Split(tt.want, "; ")
		for i, w := range want {
			names := strings.Split(w, " ")
			slices.Sort(names)
			want[i] = strings.Join(names, " ")
		}
		slices.Sort(want)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n%q, want\n%q", tt.name, got, want)
		}
	}
}

// braces lists the paths that a text has, in rising order: of a/{b,c}.md a/b.md and a/c.md.
func braces(text string) (out []string) {
	for word := range strings.FieldsSeq(text) {
		head, rest, ok := strings.Cut(word, "{")
		if !ok {
			out = append(out, word)
			continue
		}
		inner, tail, _ := strings.Cut(rest, "}")
		for name := range strings.SplitSeq(inner, ",") {
			out = append(out, head+name+tail)
		}
	}
	slices.Sort(out)
	return out
}

func TestVersionsOfFolders(t *testing.T) {
	for name, want := range map[string]string{
		"v1.3-docs": " v 1.3 -docs [1 3]", "version-1.2.0": " version- 1.2.0  [1 2 0]", "1.x": "", "v2": " v 2  [2]", "V10": " V 10  [10]",
		"release-2": "", "2024": "", "2024-11-05": "", "v1alpha1": " v 1 alpha1 [1]", "rev2": "", "python3.9": " python 3.9  [3 9]",
		"": "", "v": "", "1.": "", "mp3-v2.": " mp3-v 2 . [2]", "v99999999999999999999": " v 99999999999999999999  [9223372036854775807]",
	} {
		got := ""
		if v := VersionIn(name); v.Parts != nil {
			got = fmt.Sprintf(" %s %s %s %v", v.Before, v.Number, v.After, v.Parts)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestVersionsCompare(t *testing.T) {
	names := []string{"2-edge", "next", "v1.2", "1.10", "2.0", "latest"}
	got := slices.Clone(names)
	slices.Reverse(got)
	slices.SortStableFunc(got, func(a, b string) int {
		x, y := VersionIn(a), VersionIn(b)
		return x.Compare(&y)
	})
	if want := append([]string{"next", "2-edge"}, names[2:]...); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of versions beside each other all but the latest are old: in folders, and as Docusaurus keeps them.
func TestOldVersions(t *testing.T) {
	paths := []string{
		"api/v1/a.md", "api/v1/b.md", "api/v1/c.md", "api/v2/other.md",
		"docs/v1.2/a.md", "docs/v1.2/b.md", "docs/v1.2/c.md", "docs/v1.10/a.md", "docs/v1.10/b.md", "docs/v1.10/c.md",
		"site/docs/a.md", "site/versioned_docs/version-25.x/a.md", "site/versioned_docs/version-26.1/a.md",
		"web/versioned_docs/version-9/a.md",
	}
	slices.Sort(paths)
	tree := In(paths)
	var old []string
	for _, p := range paths {
		if tree.Old(p) {
			old = append(old, p)
		}
	}
	want := "docs/v1.2/a.md docs/v1.2/b.md docs/v1.2/c.md site/versioned_docs/version-25.x/a.md"
	if got := strings.Join(old, " "); got != want {
		t.Errorf("old are %s", got)
	}
}
