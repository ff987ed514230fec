package chat

import "testing"

// Windows has two ways to write a drive: git says C:, an editor's address c:.
func TestPlaceOnADrive(t *testing.T) {
	for _, root := range []string{"C:/src", "c:/src", "C:/"} {
		if p := NewPlace(root); p.relative(localPath("file:///c%3A/src/a")) == Outside || !p.Holds(`C:\src`) || p.Holds(`D:\src`) {
			t.Errorf("%s: %v", root, p.roots)
		}
	}
}
