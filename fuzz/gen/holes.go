package gen

import "strings"

// holes are what fills the holes of a sketch.
type holes interface {
	// pick chooses one of several texts.
	pick([]string) string
	// ownName returns the name that a sketch gives by a word.
	ownName(word string) string
	// hole returns what fills a hole of a name, about some text.
	hole(word, of string) string
	// check begins a check.
	check() string
}

// fill fills the holes of a text.
func fill(h holes, text string) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(text, "‹$@C")
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i:]
		switch {
		case strings.HasPrefix(text, "‹"):
			var one string
			one, text = alternative(h, text)
			b.WriteString(fill(h, one))
		case strings.HasPrefix(text, "CHECK("):
			b.WriteString(h.check())
			text = text[len("CHECK("):]
		case text[0] == '$' || text[0] == '@':
			word := text[1 : 1+strings.IndexFunc(text[1:]+" ", func(c rune) bool { return c < 'a' || c > 'z' })]
			rest := text[1+len(word):]
			if text[0] == '$' {
				b.WriteString(h.ownName(word))
			} else {
				of := ""
				if strings.HasPrefix(rest, "(") && (word == "checks" || word == "sets") {
					of, rest, _ = strings.Cut(rest[1:], ");")
				}
				b.WriteString(h.hole(word, fill(h, of)))
			}
			text = rest
		default:
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
}

// alternative takes the alternatives at the beginning of a text, and chooses one.
func alternative(h holes, text string) (one, rest string) {
	depth, from := 0, len("‹")
	var list []string
	for i, c := range text {
		switch {
		case c == '‹':
			depth++
		case c == '¦' && depth == 1:
			list, from = append(list, text[from:i]), i+len("¦")
		case c == '›':
			if depth--; depth == 0 {
				return h.pick(append(list, text[from:i])), text[i+len("›"):]
			}
		}
	}
	panic("no end of alternatives: " + text)
}
