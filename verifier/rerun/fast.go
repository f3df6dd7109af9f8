package rerun

// Operators on words whose operands are local variables or constants, which loops consist of.

// plus returns a closure for a + b, or for a - b. An overflow is no word.
func plus(a, b node, minus bool) func(m *machine) (int64, bool) {
	switch {
	case minus && b.kind == literal && b.w > -1<<62:
		return plus(a, constant(wordOf(-b.w)), false)
	case !minus && a.kind == literal && b.kind != literal:
		return plus(b, a, false)
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			s := x.w + n
			return s, x.kind == word && (s > x.w) == (n > 0)
		}
	case a.kind == local && b.kind == local && !minus:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			s := x.w + y.w
			return s, x.kind == word && y.kind == word && (s > x.w) == (y.w > 0)
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			s := x.w - y.w
			return s, x.kind == word && y.kind == word && (s < x.w) == (y.w > 0)
		}
	case minus:
		return func(m *machine) (int64, bool) {
			x, ok := a.fast(m)
			if !ok {
				return 0, false
			}
			y, ok := b.fast(m)
			s := x - y
			return s, ok && (s < x) == (y > 0)
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		s := x + y
		return s, ok && (s > x) == (y > 0)
	}
}

// noMore returns a closure for a <= b.
func noMore(a, b node) func(m *machine) (int64, bool) {
	switch {
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			return truth(x.w <= n), x.kind == word
		}
	case a.kind == literal && b.kind == local:
		n, j := a.w, b.at
		return func(m *machine) (int64, bool) {
			y := &m.locals[j]
			return truth(n <= y.w), y.kind == word
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			return truth(x.w <= y.w), x.kind == word && y.kind == word
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		return truth(x <= y), ok
	}
}

// equals returns a closure for a = b.
func equals(a, b node) func(m *machine) (int64, bool) {
	if a.kind == literal {
		a, b = b, a
	}
	switch {
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			return truth(x.w == n), x.kind == word
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			return truth(x.w == y.w), x.kind == word && y.kind == word
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		return truth(x == y), ok
	}
}
