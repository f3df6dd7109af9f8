package fuzz

import "testing"

// TestSound: shrinking stops at what is no program.
func TestSound(t *testing.T) {
	for text, want := range map[string]bool{
		"procedure main() { }":                             true,
		"procedure main() { true := true; }":               false,
		"procedure main() { x := 1; }":                     false,
		"function f(): int { true }\nprocedure main() { }": false,
	} {
		for _, real := range []bool{false, true} {
			c, err := readBoogie([]byte(text), "case.bpl", real)
			if err != nil {
				continue
			}
			if got := c.(boogieCase).sound(); got != want {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
		}
	}
}
