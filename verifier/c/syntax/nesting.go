package syntax

import (
	"bytes"
	"errors"
	"slices"

	"modernc.org/cc/v4"
)

// The parser recurses over what is nested, so there are bounds for it: brackets, tokens without a separator between them, and
// statements behind else.
const (
	maxDepth = 2000
	maxRun   = 20_000
	maxElse  = 5000
	maxSize  = 64 << 20 // bytes
)

// nesting finds what is nested too deeply.
func nesting(file string, src []byte) error {
	n := nest{src: src, line: 1, elses: []int{0}, fresh: true}
	if len(src) > maxSize {
		return &Error{file, 1, 1, "the file is larger than 64 MiB"}
	}
	var m members
	for n.at < len(src) {
		from, code := n.at, n.before == nil
		what := n.token()
		if what == "" && code && n.before == nil {
			if what = m.see(src[from:min(n.at, len(src))]); what != "" {
				n.at = from
			}
		}
		if what != "" {
			return &Error{file, n.line, n.at - n.start + 1, what}
		}
	}
	return nil
}

// expanded finds what is nested too deeply once macros are expanded.
func expanded(cfg *cc.Config, sources []cc.Source, file string) (err error) {
	defer func() {
		if recover() != nil {
			err = nil // the parser says what it is
		}
	}()
	var b bytes.Buffer
	if err := cc.Preprocess(cfg, sources, &b); err != nil {
		return located(file, err) // the parser might not get to this before its stack is full
	}
	if e := (*Error)(nil); errors.As(nesting(file, b.Bytes()), &e) {
		return &Error{file, 1, 1, "in what macros and headers stand for: " + e.Msg}
	}
	return nil
}

type nest struct {
	src             []byte
	at, line, start int
	depth, run      int
	elses           []int // by depth of braces: how many statements are nested by else
	ended           bool  // a statement: only else goes on with it
	before          *nest // in a line for the preprocessor: what was before it
	fresh           bool  // nothing is on the line so far
}

// newLine ends a line for the preprocessor, which is no part of the text around it.
func (n *nest) newLine() {
	n.fresh = true
	if b := n.before; b != nil && (n.at == 0 || n.src[n.at-1] != '\\') {
		n.depth, n.run, n.elses, n.ended, n.before = b.depth, b.run, b.elses, b.ended, nil
	}
}

// token reads one token, and returns what is wrong with it.
func (n *nest) token() string {
	c := n.src[n.at]
	switch {
	case c == '\n':
		n.line++
		n.start = n.at + 1
		n.newLine()
	case c == '#' && n.fresh && n.before == nil:
		saved := *n
		saved.elses = slices.Clone(n.elses)
		n.before, n.fresh = &saved, false
	case c == ' ' || c == '\t' || c == '\r':
	case c == '/' && n.next() == '/':
		n.skip("\n")
		return ""
	case c == '/' && n.next() == '*':
		n.at += 2
		n.skip("*/")
		n.at += 2
		return ""
	case c == '"' || c == '\'':
		n.quoted(c)
		return n.count(false)
	case letter(c):
		from := n.at
		for n.at+1 < len(n.src) && letter(n.src[n.at+1]) {
			n.at++
		}
		n.at++
		return n.count(string(n.src[from:n.at]) == "else")
	default:
		n.at++
		return n.mark(c)
	}
	n.at++
	return ""
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func (n *nest) next() byte {
	if n.at+1 < len(n.src) {
		return n.src[n.at+1]
	}
	return 0
}

// skip goes to where a text is.
func (n *nest) skip(text string) {
	for n.at < len(n.src) && !(n.src[n.at] == text[0] && (len(text) == 1 || n.next() == text[1])) {
		if n.src[n.at] == '\n' {
			n.line++
			n.start = n.at + 1
		}
		n.at++
	}
}

// quoted goes behind a string or character, at most to the end of the line.
func (n *nest) quoted(quote byte) {
	for n.at++; n.at < len(n.src) && n.src[n.at] != quote && n.src[n.at] != '\n'; n.at++ {
		if n.src[n.at] == '\\' && n.next() != '\n' {
			n.at++
		}
	}
	if n.at < len(n.src) && n.src[n.at] == quote {
		n.at++
	}
}

// count counts a token that is no separator.
func (n *nest) count(isElse bool) string {
	n.fresh = false
	top := &n.elses[len(n.elses)-1]
	switch {
	case isElse:
		*top++
	case n.ended:
		*top = 0
	}
	n.ended = false
	if n.run++; n.run > maxRun {
		return "too many tokens without a separator"
	}
	if *top > maxElse {
		return "statements are nested too deeply"
	}
	return ""
}

// mark counts a punctuator.
func (n *nest) mark(c byte) string {
	n.fresh = false
	switch c {
	case ';', ',', '{', '}':
		n.run = 0
	}
	switch c {
	case '(', '[', '{':
		if n.depth++; n.depth > maxDepth {
			n.at--
			return "brackets are nested too deeply"
		}
	case ')', ']', '}':
		n.depth = max(n.depth-1, 0)
	}
	switch c {
	case ';':
		n.ended = true
	case '{':
		n.elses, n.ended = append(n.elses, 0), false
	case '}':
		if len(n.elses) > 1 {
			n.elses = n.elses[:len(n.elses)-1]
		}
		n.ended = true
	default:
		return n.count(false)
	}
	return ""
}
