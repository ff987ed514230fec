package contradict

import "strings"

// versionsOfOne tells whether two paths differ in a version only: schema/v1.0.md and
// schema/v1.1.md, versions/3.0.0.md and versions/3.1.0.md. Plain numbers ("0001.md") tell documents
// apart, not versions.
func versionsOfOne(a, b string) bool {
	return a != b && hasDigit(a) && hasDigit(b) && versionless(a) == versionless(b)
}

// versionless writes "#" for each version in a path: numbers with dots between them, or one right
// after a "v" that begins a word.
func versionless(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); {
		n, version := versionAt(path, i)
		if version {
			b.WriteByte('#')
		} else {
			b.WriteString(path[i : i+n])
		}
		i += n
	}
	return b.String()
}

// versionAt reads the version, the number or the one byte at i.
func versionAt(path string, i int) (n int, version bool) {
	end := i
	marked := path[i]|0x20 == 'v' && (i == 0 || strings.IndexByte("/-_. ", path[i-1]) >= 0)
	if marked {
		end++
	}
	dots, digits := 0, 0
	for end < len(path) && (isDigit(path[end]) || path[end] == '.' && digits > 0 && end+1 < len(path) && isDigit(path[end+1])) {
		if path[end] == '.' {
			dots++
		} else {
			digits++
		}
		end++
	}
	if digits == 0 {
		return 1, false
	}
	return end - i, marked || dots > 0
}
