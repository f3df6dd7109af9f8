package term

// Visit calls f for the given terms and for what is below them, each term
// once, depth first and the last argument first. It descends into the
// arguments of a term if f returns true.
func (s *Store) Visit(f func(Term) bool, roots ...Term) {
	visited := map[Term]bool{}
	stack := append([]Term(nil), roots...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visited[t] {
			continue
		}
		visited[t] = true
		if f(t) {
			stack = append(stack, s.Args(t)...)
		}
	}
}

// HasQuantifier reports whether there is a quantifier in t.
func (s *Store) HasQuantifier(t Term) (found bool) {
	s.Visit(func(u Term) bool {
		found = found || s.Op(u) == OpForall || s.Op(u) == OpExists
		return !found
	}, t)
	return found
}
