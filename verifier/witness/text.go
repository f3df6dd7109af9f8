package witness

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/model"
)

// maxEntries limits the entries of a map that a trace shows.
const maxEntries = 16

// text returns a value as traces show it, in Boogie's notation; a map as [1 -> 5, 9 -> 0, else 7].
func text(v model.Value) string {
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
		if n++; n > maxEntries {
			fmt.Fprintf(&b, "and %d more, ", v.Len()-maxEntries)
			break
		}
		fmt.Fprintf(&b, "%s -> %s, ", text(i), text(e))
	}
	fmt.Fprintf(&b, "else %s]", text(v.Default()))
	return b.String()
}
