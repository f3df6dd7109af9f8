package smtscript

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/muster-smt/muster/theory/solver"
)

// respelled runs the script as a text in which functions share a name and operators have
// their other names.
func (m *machine) respelled() (one, other []solver.Result, err error) {
	text := respell(m.r, string(m.Text()))
	s, err := Parse([]byte(text), "respelled")
	if err != nil {
		return nil, nil, fmt.Errorf("%w\n%s", err, text)
	}
	return m.both(s, solver.Options{NoPreprocess: m.r.IntN(2) == 0})
}

var (
	declaration = regexp.MustCompile(`(?m)^\(declare-fun (\S+|\|[^|]*\|) \(([^()]+)\) `)
	negated     = regexp.MustCompile(`\(- (\d+(\.\d+)?)\)`)
	integral    = regexp.MustCompile(`\b(\d+)\.0\b`)
	asserted    = regexp.MustCompile(`(?m)^\(assert (.*)\)$`)
	chosen      = regexp.MustCompile(`\(ite `)
)

// respell returns a text with the same meaning as that of a script.
func respell(r *rand.Rand, text string) string {
	some := func(re *regexp.Regexp, by string) {
		text = re.ReplaceAllStringFunc(text, func(old string) string {
			if r.IntN(2) == 0 {
				return old
			}
			return re.ReplaceAllString(old, by)
		})
	}
	some(negated, "(~ $1)")
	some(integral, "$1.")
	some(asserted, "(assert (or $1))")
	some(chosen, "(if ")
	ranks := map[string]bool{}
	var heads []string
	for _, d := range declaration.FindAllStringSubmatch(text, -1) {
		if name, sorts := d[1], d[2]; !ranks[sorts] {
			ranks[sorts] = true
			heads = append(heads, "("+name+" ", "(overloaded ", "(declare-fun "+name+" ", "(declare-fun overloaded ")
		}
	}
	return strings.NewReplacer(heads...).Replace(text)
}
