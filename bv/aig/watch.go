package aig

// Watcher follows how the gates that are asked for become literals, step by step, so that it
// can verify each step by the tables of two gates. A gate that is asked for (Ask) is perhaps
// stated as another one, up to its sign (Restate, or Ask within Ask, up to Got), until it is a
// literal (Got). Inputs that the kind does not have are False.
type Watcher interface {
	Ask(k Kind, in [3]Lit)
	Restate(k Kind, in [3]Lit)
	Got(l Lit)
}

// watched makes a gate under the eyes of the Watcher.
func (g *Graph) watched(k Kind, a, b, c Lit) (l Lit) {
	g.Watch.Ask(k, [3]Lit{a, b, c})
	switch k {
	case And:
		l = g.and(a, b)
	case Xor:
		l = g.xor(a, b)
	case Xor3:
		l = g.xor3(a, b, c)
	case Ite:
		l = g.ite(a, b, c)
	case Maj:
		l = g.maj(a, b, c)
	}
	g.Watch.Got(l)
	return l
}

// restate reports to the Watcher what is asked for now.
func (g *Graph) restate(k Kind, a, b, c Lit) {
	if g.Watch != nil {
		g.Watch.Restate(k, [3]Lit{a, b, c})
	}
}
