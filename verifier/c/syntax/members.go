package syntax

import "fmt"

// maxMembers bounds the members of a structure with all that are in these: the parser copies them for each initialiser, and looks at
// them for each member that is named. Those in arrays do not count.
const maxMembers = 1 << 16

// members counts the members of structures while the text is read by tokens.
type members struct {
	sizes map[string]int // of structures and unions, by tag
	types map[string]int // by the name of a type
	now   scope
	outer []scope
}

// scope is what is in braces.
type scope struct {
	record bool   // of a structure
	tag    []byte // of that
	total  int    // members so far

	keyword bool   // struct or union was the last token, but for attributes
	named   []byte // the last token was a tag
	base    int    // members of the type that is declared
	apart   bool   // what is declared only points to it, or is an array
	typedef bool
	last    []byte // word
	parens  int
}

// see reads a token, and reports whether a structure has got too many members.
func (m *members) see(token []byte) string {
	s := &m.now
	keyword, tag := s.keyword, s.named
	if s.parens == 0 && token[0] != '(' && !space(token) {
		s.keyword, s.named = false, nil
	}
	switch c := token[0]; {
	case letter(c):
		if s.parens == 0 {
			m.word(token, keyword)
		}
	case c == '(' || c == '[':
		s.parens++
		s.apart = s.apart || c == '['
	case c == ')' || c == ']':
		s.parens = max(s.parens-1, 0)
	case c == '*':
		s.apart = true
	case c == '{':
		m.outer = append(m.outer, m.now)
		m.now = scope{record: keyword || tag != nil, tag: tag}
	case c == '}' && len(m.outer) > 0:
		inner := m.now
		m.now = m.outer[len(m.outer)-1]
		m.outer = m.outer[:len(m.outer)-1]
		return m.end(inner)
	case (c == ',' || c == ';') && s.parens == 0:
		m.declared()
		s.apart = false
		if c == ';' {
			s.base, s.typedef = 0, false
		}
	}
	return ""
}

// end is that of a scope.
func (m *members) end(inner scope) string {
	if !inner.record {
		return ""
	}
	m.now.base = inner.total
	if inner.tag != nil {
		m.sizes = larger(m.sizes, inner.tag, inner.total)
	}
	if inner.total > maxMembers {
		return fmt.Sprintf("a structure that has more than %d members, with those of its members", maxMembers)
	}
	return ""
}

func space(token []byte) bool {
	return token[0] == ' ' || token[0] == '\t' || token[0] == '\r' || token[0] == '\n'
}

func (m *members) word(token []byte, keyword bool) {
	s := &m.now
	switch string(token) {
	case "struct", "union":
		s.keyword = true
		return
	case "typedef":
		s.typedef = true
		return
	case "__attribute__", "__attribute":
		s.keyword = keyword
		return
	}
	if keyword {
		s.named = token
		s.base = m.sizes[string(token)]
		return
	}
	if n := m.types[string(token)]; n > 0 {
		s.base = n
	}
	s.last = token
}

// declared is where a declarator ends.
func (m *members) declared() {
	s := &m.now
	n := 0
	if !s.apart {
		n = s.base
	}
	if s.record {
		s.total += 1 + n
	}
	if s.typedef && n > 0 {
		m.types = larger(m.types, s.last, n)
	}
}

// larger notes what a name means, which may mean something else elsewhere.
func larger(sizes map[string]int, name []byte, n int) map[string]int {
	if sizes == nil {
		sizes = map[string]int{}
	}
	sizes[string(name)] = max(sizes[string(name)], n)
	return sizes
}
