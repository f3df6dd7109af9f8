package oracle

import (
	"math"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/sat"
)

// Dimacs reads a formula in DIMACS CNF or iCNF. It returns the clauses and, by the number of
// clauses before it, the assumptions of each query; false if the text is malformed. Variables
// go up to maxVar.
func Dimacs(text string, maxVar int) (clauses [][]sat.Lit, queries map[int][][]sat.Lit, ok bool) {
	words := dimacsWords(text)
	if len(words) < 2 || words[0] != "p" {
		return nil, nil, false
	}
	vars, count, incremental := maxVar, -1, words[1] == "inccnf"
	body := words[2:]
	if !incremental {
		if len(words) < 4 || words[1] != "cnf" {
			return nil, nil, false
		}
		var okVars, okCount bool
		vars, okVars = natural(words[2], maxVar)
		count, okCount = natural(words[3], min(1<<40, math.MaxInt))
		if body = words[4:]; !okVars || !okCount {
			return nil, nil, false
		}
	}
	queries = map[int][][]sat.Lit{}
	open, query := []sat.Lit{}, false
	for _, w := range body {
		if w == "a" && incremental && len(open) == 0 && !query {
			query = true
			continue
		}
		n, good := natural(strings.TrimPrefix(w, "-"), vars)
		switch {
		case !good || w[0] == '-' && w[1] == '0':
			return nil, nil, false
		case n > 0 && w[0] == '-':
			open = append(open, sat.Var(n).Neg())
		case n > 0:
			open = append(open, sat.Var(n).Pos())
		case query:
			queries[len(clauses)] = append(queries[len(clauses)], open)
			open, query = []sat.Lit{}, false
		default:
			clauses = append(clauses, open)
			open = []sat.Lit{}
		}
	}
	return clauses, queries, len(open) == 0 && !query && (count < 0 || count == len(clauses))
}

// dimacsWords returns the words without comments, up to the end mark. It keeps comments
// within the header or a query, where they are illegal.
func dimacsWords(text string) []string {
	var words []string
	query := false
	blank := func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }
	for {
		text = strings.TrimLeftFunc(text, blank)
		header := len(words) > 0 && (len(words) < 2 || len(words) < 4 && words[1] == "cnf")
		switch {
		case text == "":
			return words
		case text[0] == 'c' && !header && !query:
			_, text, _ = strings.Cut(text, "\n")
			continue
		case text[0] == '%' && len(words) > 0 && !header && !query:
			return words
		}
		end := strings.IndexFunc(text, blank)
		if end < 0 {
			end = len(text)
		}
		w := text[:end]
		words, text = append(words, w), text[end:]
		if len(words) == 2 && w == "inccnf" && text == "" {
			return nil // a blank must follow
		}
		query = w == "a" || query && strings.Trim(w, "0") != ""
	}
}

// natural reads a number of at most limit.
func natural(w string, limit int) (int, bool) {
	for _, c := range []byte(w) {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n <= limit
}
