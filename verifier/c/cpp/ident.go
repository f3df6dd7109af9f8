package cpp

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// identByte says which bytes identifiers may have: 1 anywhere, 2 not at the beginning.
var identByte = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = 1, 1
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = 2
	}
	t['_'], t['$'] = 1, 1
	return t
}()

// identRanges are the characters beyond ASCII that identifiers may have (C11, annex D.1).
var identRanges = [...][2]rune{
	{0xA8, 0xA8}, {0xAA, 0xAA}, {0xAD, 0xAD}, {0xAF, 0xAF}, {0xB2, 0xB5}, {0xB7, 0xBA}, {0xBC, 0xBE}, {0xC0, 0xD6},
	{0xD8, 0xF6}, {0xF8, 0xFF}, {0x100, 0x167F}, {0x1681, 0x180D}, {0x180F, 0x1FFF}, {0x200B, 0x200D}, {0x202A, 0x202E},
	{0x203F, 0x2040}, {0x2054, 0x2054}, {0x2060, 0x206F}, {0x2070, 0x218F}, {0x2460, 0x24FF}, {0x2776, 0x2793},
	{0x2C00, 0x2DFF}, {0x2E80, 0x2FFF}, {0x3004, 0x3007}, {0x3021, 0x302F}, {0x3031, 0x303F}, {0x3040, 0xD7FF},
	{0xF900, 0xFD3D}, {0xFD40, 0xFDCF}, {0xFDF0, 0xFE44}, {0xFE47, 0xFFFD},
}

// laterRanges are those of them that an identifier must not begin with (D.2).
var laterRanges = [...][2]rune{{0x300, 0x36F}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}}

func identRune(c rune, first bool) bool {
	has := func(r [2]rune) bool { return c >= r[0] && c <= r[1] }
	switch {
	case first && slices.ContainsFunc(laterRanges[:], has):
		return false
	case c >= 0x10000:
		return c <= 0xEFFFF && c&0xFFFF <= 0xFFFD
	}
	return slices.ContainsFunc(identRanges[:], has)
}

// wideIdent reads a character of an identifier that is beyond ASCII, or spelled as \u or \U. size is 0 if there is
// none.
func wideIdent(s string, first bool) (c rune, size int) {
	switch {
	case s == "":
		return 0, 0
	case s[0] >= utf8.RuneSelf:
		c, size = utf8.DecodeRuneInString(s)
		if c == utf8.RuneError && size == 1 {
			return 0, 0
		}
	case s[0] == '\\' && len(s) > 1 && (s[1] == 'u' || s[1] == 'U'):
		if size = 6; s[1] == 'U' {
			size = 10
		}
		if len(s) < size {
			return 0, 0
		}
		n, err := strconv.ParseUint(s[2:size], 16, 32)
		if err != nil || n > utf8.MaxRune {
			return 0, 0
		}
		c = rune(n)
		if c == '$' {
			return c, size
		}
	default:
		return 0, 0
	}
	if !identRune(c, first) {
		return 0, 0
	}
	return c, size
}

// plain returns an identifier with its universal character names replaced by the characters.
func plain(s string) string {
	var out []byte
	for i := 0; i < len(s); {
		if c, size := wideIdent(s[i:], false); size > 0 {
			out = utf8.AppendRune(out, c)
			i += size
			continue
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}
