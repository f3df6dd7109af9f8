package cert

// The names of rules and kinds of steps in proof logs. A new one needs a row here
// and nothing else.

var ruleNames = [...]string{
	None: "none", Refutation: "refutation", Trichotomy: "trichotomy", DivMod: "divmod", IteDef: "ite",
	ReadOver: "read-over", ReadAgree: "read-agree", Extensionality: "extensionality",
	WordNumber: "word-number", Instance: "instance", Skolem: "skolem",
}

var kindNames = [...]string{
	ByLiteral: "literal", Congruence: "congruence", Sides: "sides", ReadStored: "stored", ReadPath: "path",
	Branch: "branch", Words: "words",
	Meet: "meet", Equation: "equation", LiteralBound: "bound", ModBound: "mod-bound", LeafBound: "leaf-bound",
	Excluded:    "excluded",
	Combination: "combination", Contradiction: "contradiction", Indivisible: "indivisible",
	Product: "product", Cases: "cases", Pigeonhole: "pigeonhole",
}

// String returns the rule's name; it is empty if it has no row.
func (r Rule) String() string { return nameOf(ruleNames[:], int(r)) }

// String returns the kind's name; it is empty if it has no row.
func (k Kind) String() string { return nameOf(kindNames[:], int(k)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return ""
}

// RuleNamed returns the rule of this name.
func RuleNamed(name string) (Rule, bool) {
	i, ok := find(ruleNames[:], name)
	return Rule(i), ok
}

// KindNamed returns the kind of this name.
func KindNamed(name string) (Kind, bool) {
	i, ok := find(kindNames[:], name)
	return Kind(i), ok
}

func find(names []string, name string) (int, bool) {
	for i, n := range names {
		if n == name && n != "" {
			return i, true
		}
	}
	return 0, false
}
