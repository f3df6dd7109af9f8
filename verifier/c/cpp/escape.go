package cpp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// simpleEscapes are those of one character.
var simpleEscapes = map[byte]uint64{
	'a': 7, 'b': 8, 't': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13, 'e': 27, 'E': 27, '\\': '\\', '\'': '\'', '"': '"',
	'?': '?',
}

// escaped reads a character of a constant whose characters have so many bits, and returns what is behind it.
func (c *condition) escaped(t *tok, s string, width uint) (v uint64, rest string) {
	if s[0] != '\\' {
		if width == 8 || s[0] < utf8.RuneSelf {
			return uint64(s[0]), s[1:]
		}
		r, n := utf8.DecodeRuneInString(s)
		return uint64(r), s[n:]
	}
	digits := func(from, most int, base string) int {
		n := from
		for n < len(s) && n < from+most && strings.IndexByte(base, s[n]|0x20) >= 0 {
			n++
		}
		return n
	}
	switch e := s[1]; {
	case e >= '0' && e <= '7':
		n := 1
		for ; n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7'; n++ {
			v = v<<3 | uint64(s[n]-'0')
		}
		return v, s[n:]
	case e == 'x':
		n := digits(2, len(s), "0123456789abcdef")
		if n == 2 {
			c.fail(t, "\\x used with no following hex digits")
		}
		for _, d := range s[2:n] {
			k, _ := strconv.ParseUint(string(d), 16, 8)
			v = v<<4 | k
		}
		return v, s[n:]
	case e == 'u' || e == 'U':
		most := 4
		if e == 'U' {
			most = 8
		}
		n := digits(2, most, "0123456789abcdef")
		k, err := strconv.ParseUint(s[2:n], 16, 32)
		if n != 2+most || err != nil || k > utf8.MaxRune {
			c.fail(t, "incomplete universal character name %s", s[:n])
		}
		if width > 8 || k < utf8.RuneSelf {
			return k, s[n:]
		}
		return c.escaped(t, string(rune(k))+s[n:], width)
	default:
		v, ok := simpleEscapes[e]
		if !ok {
			c.warn(t, "unknown escape sequence: '\\"+s[1:2]+"'")
			v = uint64(e)
		}
		return v, s[2:]
	}
}
