package impact

import "testing"

func TestIsTest(t *testing.T) {
	for file, want := range map[string]bool{
		"a/b_test.go": true, "a/test.go": false, "tests/a.py": true, "test_a.py": true, "a.py": false, "a.spec.ts": true,
		"src/a.ts": false, "__tests__/a.tsx": true, "src/test/java/A.java": true, "ATest.java": true, "A.java": false, "tests/a.rs": true,
	} {
		if IsTest(file) != want {
			t.Errorf("%s: %v", file, !want)
		}
	}
}
