package check

import (
	"io"
	"strings"
	"testing"
)

// A log arrives in pieces of any size: an incomplete line waits for its end.
func TestPieces(t *testing.T) {
	var p pieces
	var got []string
	for _, piece := range []string{"one\ntw", "o", "\n", "three\nfour\nfi", "", "ve\n"} {
		p.write([]byte(piece))
		text, err := io.ReadAll(&p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(text))
	}
	if s := strings.Join(got, "|"); s != "one\n||two\n|three\nfour\n||five\n" {
		t.Errorf("%q", s)
	}
}
