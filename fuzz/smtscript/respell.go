package smtscript

import (
	"fmt"
	"math/big"
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
	declaration = regexp.MustCompile(`(?m)^\(declare-fun (\S+|\|[^|]*\|) \(((?:[^()]|\(_ BitVec \d+\))+)\) `)
	negated     = regexp.MustCompile(`\(- (\d+(\.\d+)?)\)`)
	integral    = regexp.MustCompile(`\b(\d+)\.0\b`)
	asserted    = regexp.MustCompile(`(?m)^\(assert (.*)\)$`)
	box         = regexp.MustCompile(`(?m)^\(set-info :fuzz-box .*\n`)
	chosen      = regexp.MustCompile(`\(ite `)
	hexadecimal = regexp.MustCompile(`#x[0-9a-f]+`)
	binary      = regexp.MustCompile(`#b[01]+`)
	unsigned    = regexp.MustCompile(`\(bv2nat `)
	wrapped     = regexp.MustCompile(`\(_ int2bv `)
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
	some(unsigned, []string{"(ubv_to_int ", "(bv2int "}[r.IntN(2)])
	some(wrapped, []string{"(_ nat2bv ", "(_ int_to_bv "}[r.IntN(2)])
	text = hexadecimal.ReplaceAllStringFunc(text, func(old string) string {
		n, _ := new(big.Int).SetString(old[2:], 16)
		return number(r, n, 4*(len(old)-2))
	})
	text = binary.ReplaceAllStringFunc(text, func(old string) string {
		n, _ := new(big.Int).SetString(old[2:], 2)
		return number(r, n, len(old)-2)
	})
	ranks := map[string]bool{}
	var heads []string
	for _, d := range declaration.FindAllStringSubmatch(text, -1) {
		if name, sorts := d[1], d[2]; !ranks[sorts] {
			ranks[sorts] = true
			heads = append(heads, "("+name+" ", "(overloaded ", "(declare-fun "+name+" ", "(declare-fun overloaded ")
		}
	}
	text = strings.NewReplacer(heads...).Replace(text)
	return box.ReplaceAllString(text, "") // the second run looks for no models
}

// number spells a bit-vector in one of three ways.
func number(r *rand.Rand, n *big.Int, width int) string {
	switch k := r.IntN(3); {
	case k == 0:
		return fmt.Sprintf("#b%0*b", width, n)
	case k == 1 && width%4 == 0:
		return fmt.Sprintf("#x%0*X", width/4, n)
	}
	return fmt.Sprintf("(_ bv%d %d)", n, width)
}
