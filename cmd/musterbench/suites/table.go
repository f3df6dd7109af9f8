package suites

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// tally counts outcomes by the first folder of the suite, and what was refused.
type tally struct {
	counts  measure.Counts
	refused map[string]int
	left    int // without an expectation
}

func (t *tally) add(file string, o Outcome, why string) {
	folder, _, below := strings.Cut(file, "/")
	if !below {
		folder = "."
	}
	t.counts.Add([]string{folder}, int(o))
	if o == Refused {
		t.refused[construct(why)]++
	}
}

// place is the place of a message; quoted is a name in it.
var (
	place  = regexp.MustCompile(`^(?:[^ :]*:)?\d+:\d+: |^line \d+ column \d+: `)
	quoted = regexp.MustCompile(`"[^"]*"|'[^']*'|\d+`)
)

// construct returns a message without what differs between places with the same construct.
func construct(message string) string {
	return quoted.ReplaceAllString(place.ReplaceAllString(message, ""), "_")
}

// write writes tables in Markdown.
func (t *tally) write(w io.Writer) {
	t.counts.Write(w, "folder", "tests")
	if t.left > 0 {
		fmt.Fprintf(w, "\n%d more runs ask for something else than answers, or their expected output is missing.\n", t.left)
	}
	if len(t.refused) == 0 {
		return
	}
	fmt.Fprintf(w, "\n| refused | tests |\n|---|---|\n")
	names := slices.SortedFunc(maps.Keys(t.refused), func(a, b string) int {
		return cmp.Or(t.refused[b]-t.refused[a], cmp.Compare(a, b))
	})
	for _, name := range names {
		fmt.Fprintf(w, "| %s | %d |\n", strings.ReplaceAll(name, "|", `\|`), t.refused[name])
	}
}
