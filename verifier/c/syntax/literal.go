package syntax

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

func itoa(n int) string { return strconv.Itoa(n) }

// number returns the value of a preprocessing number.
func (p *parser) number(s string, at Pos) *Expr {
	lower := strings.ToLower(s)
	hex := strings.HasPrefix(lower, "0x")
	if strings.Contains(lower, ".") || hex && strings.Contains(lower, "p") || !hex && strings.Contains(lower, "e") {
		return p.floating(lower, hex, s, at)
	}
	digits := strings.TrimRight(lower, "uljiz")
	suffix := lower[len(digits):]
	base, rest := 10, digits
	switch {
	case hex:
		base, rest = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, rest = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, rest = 8, digits[1:]
	}
	v, ok := new(big.Int).SetString(rest, base)
	if !ok || rest == "" || strings.ContainsAny(rest, "_+-") {
		if base == 8 && strings.ContainsAny(rest, "89") && strings.Trim(rest, "0123456789") == "" {
			p.fail(at, "invalid digit in octal constant \"%s\"", s)
		}
		p.fail(at, "invalid suffix on integer constant \"%s\"", s)
	}
	least, ok := map[string]int{"": 0, "u": 0, "l": 2, "ul": 2, "lu": 2, "ll": 4, "ull": 4, "llu": 4}[suffix]
	if !ok {
		if strings.ContainsAny(suffix, "ij") {
			return p.hole(at, "complex arithmetic")
		}
		p.fail(at, "invalid suffix \"%s\" on integer constant", s[len(digits):])
	}
	unsigned := strings.Contains(suffix, "u")
	for _, t := range []*Type{p.int, p.uint, p.long, p.ulong, p.llong, p.ullong}[least:] {
		if t.Signed && unsigned || !t.Signed && !unsigned && base == 10 {
			continue
		}
		if _, hi := t.Range(); v.Cmp(hi) <= 0 {
			return &Expr{Op: Const, Val: v, Type: t, Pos: at}
		}
	}
	if v.BitLen() > 64 {
		p.fail(at, "integer constant \"%s\" is too large for its type", s)
	}
	if p.model != ILP32 && v.BitLen() <= 64 { // as gcc has it
		return &Expr{Op: Const, Val: v, Type: p.int128, Pos: at}
	}
	return &Expr{Op: Const, Val: wrapped(v, p.llong), Type: p.llong, Pos: at}
}

// floating returns a floating-point constant. Only what becomes an integer is supported.
func (p *parser) floating(lower string, hex bool, s string, at Pos) *Expr {
	digits := lower
	suffixes := []string{"f128x", "f128", "f64x", "f32x", "f64", "f32", "f16", "df", "dd", "dl", "bf16", "f", "l", "d",
		"q", "w"}
	if hex && !strings.Contains(lower, "p") {
		p.fail(at, "hexadecimal floating constants require an exponent")
	}
	if strings.ContainsAny(digits, "ij") {
		return p.hole(at, "complex arithmetic")
	}
	suffix := ""
	for _, x := range suffixes {
		if strings.HasSuffix(digits, x) {
			suffix, digits = x, strings.TrimSuffix(digits, x)
			break
		}
	}
	h := p.hole(at, "floating-point arithmetic")
	known := map[string]*Type{"f": p.float, "f32": p.float32, "f32x": p.float32x, "f64": p.float64, "f64x": p.float64x,
		"l": p.longDouble, "w": p.longDouble, "q": p.float128, "f128": p.float128}
	switch suffix {
	case "df", "dd", "dl":
		return p.hole(at, "decimal floating-point arithmetic")
	}
	if h.Type = known[suffix]; h.Type == nil {
		h.Type = p.double
	}
	v, _, err := big.ParseFloat(digits, 0, 200, big.ToNearestEven)
	if err != nil || strings.Contains(digits, "_") {
		p.fail(at, "invalid suffix on floating constant \"%s\"", s)
	}
	h.real = rounded(v, h.Type)
	return h
}

// encoding returns the type of the elements of a constant with a prefix, and what follows the prefix.
func (p *parser) encoding(s string) (t *Type, rest string) {
	switch {
	case strings.HasPrefix(s, "u8"):
		return p.char, s[2:]
	case s[0] == 'L':
		return p.wchar, s[1:]
	case s[0] == 'u':
		return p.char16, s[1:]
	case s[0] == 'U':
		return p.char32, s[1:]
	}
	return p.char, s
}

// character returns the value of a character constant.
func (p *parser) character(s string, at Pos) *Expr {
	t, rest := p.encoding(s)
	units := p.units(strings.TrimSuffix(rest[1:], "'"), t, at)
	if len(units) == 0 {
		p.fail(at, "empty character constant")
	}
	v := new(big.Int)
	if t != p.char {
		v.SetUint64(uint64(units[len(units)-1]))
		return &Expr{Op: Const, Val: wrapped(v, t), Type: t, Pos: at}
	}
	if strings.HasPrefix(s, "u8") {
		return &Expr{Op: Const, Val: v.SetUint64(uint64(units[0])), Type: p.uchar, Pos: at}
	}
	if len(units) == 1 {
		return &Expr{Op: Const, Val: big.NewInt(int64(int8(units[0]))), Type: p.int, Pos: at}
	}
	p.warn(at, "multi-character character constant")
	n := uint32(0)
	for _, u := range units {
		n = n<<8 | u&0xff
	}
	return &Expr{Op: Const, Val: v.SetInt64(int64(int32(n))), Type: p.int, Pos: at}
}

// units returns the elements that a text between quotes stands for, as many of the target's as are needed for each
// character.
func (p *parser) units(s string, t *Type, at Pos) (out []uint32) {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n <= 1 {
				out = append(out, uint32(s[i])) // no UTF-8: the byte itself
			} else {
				out = encode(out, r, t)
			}
			i += n
			continue
		}
		v, n, code := p.escape(s[i:], at)
		i += n
		switch {
		case code:
			out = encode(out, rune(v), t)
		case t.Size < 4:
			out = append(out, v&(1<<(8*t.Size)-1))
		default:
			out = append(out, v)
		}
	}
	return out
}

// encode adds a character in UTF-8, UTF-16 or UTF-32.
func encode(out []uint32, r rune, t *Type) []uint32 {
	switch {
	case t.Size == 1:
		for _, b := range []byte(string(r)) {
			out = append(out, uint32(b))
		}
	case t.Size == 2 && r >= 0x10000:
		r -= 0x10000
		out = append(out, 0xd800+uint32(r>>10), 0xdc00+uint32(r&0x3ff))
	default:
		out = append(out, uint32(r))
	}
	return out
}

// simpleEscapes are the escape sequences of a letter.
var simpleEscapes = map[byte]uint32{'a': 7, 'b': 8, 't': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13, 'e': 27, 'E': 27}

// escape returns the value of an escape sequence and how long that is, and whether it names a character.
func (p *parser) escape(s string, at Pos) (v uint32, n int, code bool) {
	if len(s) < 2 {
		return '\\', 1, false
	}
	digits := func(from, most int, base uint32) {
		for n = from; n < len(s) && n < from+most; n++ {
			d := strings.IndexByte("0123456789abcdefABCDEF", s[n])
			if d > 15 {
				d -= 6
			}
			if d < 0 || uint32(d) >= base {
				return
			}
			v = v*base + uint32(d)
		}
	}
	switch c := s[1]; c {
	case 'n', 't', 'r', 'a', 'b', 'f', 'v', 'e', 'E':
		return simpleEscapes[c], 2, false
	case 'x':
		if digits(2, len(s), 16); n == 2 {
			p.fail(at, "\\x used with no following hex digits")
		}
		return v, n, false
	case 'u', 'U':
		most := map[byte]int{'u': 4, 'U': 8}[c]
		if digits(2, most, 16); n != 2+most {
			p.fail(at, "incomplete universal character name %s", s[:n])
		}
		if v > utf8.MaxRune || v >= 0xd800 && v < 0xe000 {
			p.fail(at, "%s is not a valid universal character", s[:n])
		}
		return v, n, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		digits(1, 3, 8)
		return v, n, false
	}
	_, n = utf8.DecodeRuneInString(s[1:])
	r, _ := utf8.DecodeRuneInString(s[1:])
	if s[1] < utf8.RuneSelf {
		return uint32(s[1]), 2, false // itself
	}
	return uint32(r), 1 + n, true
}

// text reads a string, or several that stand beside each other.
func (p *parser) text() *Expr {
	at := p.pos()
	var parts []string
	elem := p.char
	for p.tok().Kind == cpp.String {
		s := p.tok().Text
		t, rest := p.encoding(s)
		if t != p.char {
			if elem != p.char && elem != t {
				p.fail(p.pos(), "concatenation of string literals with conflicting encoding prefixes")
			}
			elem = t
		}
		parts = append(parts, strings.TrimSuffix(rest[1:], "\""))
		p.advance()
	}
	var b []byte
	for _, s := range parts {
		for _, u := range p.units(s, elem, at) {
			b = element32(b, u, elem)
		}
	}
	return p.stringOf(element32(b, 0, elem), elem, at)
}

// element32 adds an element of a string, the lowest byte first.
func element32(b []byte, u uint32, t *Type) []byte {
	for i := range t.Size {
		b = append(b, byte(u>>(8*i)))
	}
	return b
}

// stringOf returns a string literal of elements that are given as bytes.
func (p *parser) stringOf(b []byte, elem *Type, at Pos) *Expr {
	n := int64(len(b)) / elem.Size
	return &Expr{Op: Text, Str: string(b), Type: &Type{Kind: Array, Name: "char[]", Elem: elem, Len: n,
		Size: int64(len(b)), Align: elem.Align}, Pos: at}
}
