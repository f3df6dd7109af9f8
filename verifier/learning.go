package verifier

// Learning says what an engine learned about a procedure, where, and of what use it was. Facts that a stronger one
// replaced count as found, told and used only.
type Learning struct {
	Proc                   string
	Resolutions            int // how often the procedure was asked about for a goal
	Conflicts              int // how often the goal was refuted there
	Core                   int // conflicts of which the core was an interpolant as it was,
	Weakened               int // was weakened to one,
	AllIndices             int // says of some index what is an interpolant if it is said of all,
	Cases                  int // was divided into cases that each have one,
	Projected              int // was projected to one,
	NoGoods                int // or was a no-good of the goal
	Jumps                  int // conflicts below that did not need what was decided here
	Found                  int // facts in all
	Facts                  int // that no stronger one replaced
	AllBounds              int // of these, those that hold for all bounds,
	Quantified             int // and those with quantifiers
	Literals, MostLiterals int // of all of these, and of the longest one
	// call sites of templates that were given a fact: for all facts, and for the one told most often
	Told, MostTold int
	Used, MostUsed int // conflicts, anywhere, that rest on a fact, likewise
}

// Interpolated returns the number of conflicts from which a fact was learned.
func (l *Learning) Interpolated() int {
	return l.Core + l.Weakened + l.AllIndices + l.Cases + l.Projected
}

// Total sums up what was learned about procedures.
func Total(list []Learning) (sum Learning) {
	for i := range list {
		l := &list[i]
		sum.Resolutions += l.Resolutions
		sum.Conflicts += l.Conflicts
		sum.Core += l.Core
		sum.Weakened += l.Weakened
		sum.AllIndices += l.AllIndices
		sum.Cases += l.Cases
		sum.Projected += l.Projected
		sum.NoGoods += l.NoGoods
		sum.Jumps += l.Jumps
		sum.Found += l.Found
		sum.Facts += l.Facts
		sum.AllBounds += l.AllBounds
		sum.Quantified += l.Quantified
		sum.Literals += l.Literals
		sum.MostLiterals = max(sum.MostLiterals, l.MostLiterals)
		sum.Told += l.Told
		sum.MostTold = max(sum.MostTold, l.MostTold)
		sum.Used += l.Used
		sum.MostUsed = max(sum.MostUsed, l.MostUsed)
	}
	return sum
}
