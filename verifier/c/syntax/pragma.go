package syntax

import (
	"sort"
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// mode is what pragmas say from a token on.
type mode struct {
	from int
	pack int64 // #pragma pack; 0 if there is no limit
	big  bool  // #pragma scalar_storage_order
}

// modeAt returns what pragmas say at a token.
func (p *parser) modeAt(at int) mode {
	i := sort.Search(len(p.modes), func(i int) bool { return p.modes[i].from > at })
	if i == 0 {
		return mode{}
	}
	return p.modes[i-1]
}

// pragmas takes the pragmas out of the tokens, and notes what they say.
func (p *parser) pragmas(list []cpp.Token) {
	var now mode
	var stack []packed
	for i := range list {
		t := &list[i]
		if t.Kind != cpp.Pragma {
			p.toks = append(p.toks, *t)
			continue
		}
		now.from = len(p.toks)
		words := pragmaWords(t.Text)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "pack":
			p.pack(t.Pos, words[1:], &now, &stack)
		case "scalar_storage_order":
			if len(words) > 1 {
				now.big = words[1] == "big-endian"
			}
		case "weak":
			if len(words) > 1 {
				p.weak[words[1]] = t.Pos
			}
		case "redefine_extname":
			if len(words) > 2 {
				p.names[words[1]] = words[2]
			}
		default:
			if pragmaClass(words) > unsupported {
				continue
			}
			p.warn(t.Pos, "#pragma %s is not known", strings.Join(words[:min(2, len(words))], " "))
		}
		p.modes = append(p.modes, now)
	}
	p.pair()
}

// packed is an alignment that #pragma pack(push) keeps.
type packed struct {
	name string
	pack int64
}

// pragmaWords splits what a pragma says.
func pragmaWords(s string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " , ").Replace(s))
}

// pack obeys #pragma pack. What gcc does not understand it passes over, and so is it here, with its warning.
func (p *parser) pack(at Pos, words []string, now *mode, stack *[]packed) {
	if len(words) < 2 || words[0] != "(" || words[len(words)-1] != ")" {
		p.warn(at, "malformed '#pragma pack' - ignored")
		return
	}
	words = words[1 : len(words)-1]
	size := func(s string) (int64, bool) {
		n := map[string]int64{"0": 0, "1": 1, "2": 2, "4": 4, "8": 8, "16": 16}
		v, ok := n[s]
		if !ok {
			p.warn(at, "alignment must be a small power of two, not %s", s)
		}
		return v, ok
	}
	switch {
	case len(words) == 0:
		now.pack = 0
	case words[0] == "push":
		x := packed{pack: now.pack}
		for _, w := range words[1:] {
			if w == "," {
				continue
			}
			if w[0] >= '0' && w[0] <= '9' {
				if n, ok := size(w); ok {
					now.pack = n
				}
			} else {
				x.name = w
			}
		}
		*stack = append(*stack, x)
	case words[0] == "pop":
		p.unpack(at, words, now, stack)
	default:
		if n, ok := size(words[0]); ok && len(words) == 1 {
			now.pack = n
		}
	}
}

// unpack obeys #pragma pack(pop).
func (p *parser) unpack(at Pos, words []string, now *mode, stack *[]packed) {
	k := len(*stack) - 1
	if len(words) > 2 {
		for k >= 0 && (*stack)[k].name != words[2] {
			k--
		}
	}
	if k < 0 {
		p.warn(at, "#pragma pack (pop) encountered without matching #pragma pack (push)")
		return
	}
	now.pack = (*stack)[k].pack
	*stack = (*stack)[:k]
}
