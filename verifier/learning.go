package verifier

// Learning is what an engine learned about a procedure, where, and of what use it was. Facts that a stronger one
// replaced count as found, asserted and used only.
type Learning struct {
	Proc         string `json:"procedure"`      // The procedure.
	Resolutions  int    `json:"resolutions"`    // How often the procedure was asked about for a goal.
	Conflicts    int    `json:"conflicts"`      // How often the goal was refuted there.
	Core         int    `json:"core"`           // Conflicts of which the core was an interpolant as it was.
	Weakened     int    `json:"weakened"`       // Conflicts of which the core was weakened to an interpolant.
	AllIndices   int    `json:"all_indices"`    // Conflicts of which the core was generalised to all indices.
	Cases        int    `json:"cases"`          // Conflicts of which the core was divided into cases with one each.
	Projected    int    `json:"projected"`      // Conflicts of which the core was projected to an interpolant.
	NoGoods      int    `json:"no_goods"`       // Conflicts of which the core was a no-good of the goal.
	Jumps        int    `json:"jumps"`          // Conflicts below that did not need what was decided here.
	Found        int    `json:"found"`          // Facts in all.
	Facts        int    `json:"annotations"`    // Facts that no stronger one replaced.
	AllBounds    int    `json:"for_all_bounds"` // Of these, those that hold for all bounds.
	Quantified   int    `json:"quantified"`     // Of these, those with quantifiers.
	Literals     int    `json:"literals"`       // Literals of all of these.
	MostLiterals int    `json:"most_literals"`  // Literals of the longest one.
	Asserted     int    `json:"asserted"`       // Call sites of templates where a fact was asserted, for all facts.
	MostAsserted int    `json:"most_asserted"`  // Call sites likewise, for the fact asserted most often.
	Used         int    `json:"used"`           // Conflicts, anywhere, that rest on a fact, for all facts.
	MostUsed     int    `json:"most_used"`      // Conflicts likewise, for the fact used most often.
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
		sum.Asserted += l.Asserted
		sum.MostAsserted = max(sum.MostAsserted, l.MostAsserted)
		sum.Used += l.Used
		sum.MostUsed = max(sum.MostUsed, l.MostUsed)
	}
	return sum
}
