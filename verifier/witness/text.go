package witness

import (
	"fmt"
	"math"
	"strings"

	"github.com/muster-smt/muster/theory/model"
)

// maxEntries limits the entries of a map that a trace shows.
const maxEntries = 16

// text returns a value as traces show it, in Boogie's notation; a map as [1 -> 5, 9 -> 0, else 7].
func text(v model.Value) string { return shortened(v, maxEntries) }

// recorded returns a value that the program records. One whose label begins with $ is for no reader, so all of it is
// there.
func recorded(label string, v model.Value) string {
	if strings.HasPrefix(label, "$") {
		return shortened(v, math.MaxInt)
	}
	return text(v)
}

func shortened(v model.Value, most int) string {
	switch v.Kind() {
	case model.KindBits:
		return fmt.Sprintf("%sbv%d", v.Int(), v.Width())
	case model.KindArray:
	default:
		return v.String()
	}
	var b strings.Builder
	b.WriteByte('[')
	n := 0
	for i, e := range v.Entries {
		if n++; n > most {
			fmt.Fprintf(&b, "and %d more, ", v.Len()-most)
			break
		}
		fmt.Fprintf(&b, "%s -> %s, ", text(i), text(e))
	}
	fmt.Fprintf(&b, "else %s]", text(v.Default()))
	return b.String()
}
