package cnfgen

// large are the families of structured formulas of 200,000 clauses to a few
// million, each in sizes for which CaDiCaL needs up to 30 seconds.
var large = []family{
	{"shifter-unsat", []int{168}, unsatisfiable(shifter)},
	{"shifter-sat", []int{256}, satisfiable(shifter)},
	{"muxtree-unsat", []int{10}, unsatisfiable(muxTree)},
	{"muxtree-sat", []int{10}, satisfiable(muxTree)},
	{"clz-unsat", []int{4096}, unsatisfiable(leadingZeros)},
	{"clz-sat", []int{4096}, satisfiable(leadingZeros)},
	{"aes-unsat", []int{8}, unsatisfiable(rijndael)},
	{"aes-sat", []int{8}, satisfiable(rijndael)},
	{"schedule-unsat", []int{18}, unsatisfiable(schedule)},
	{"schedule-sat", []int{14}, satisfiable(schedule)},
	{"blocks-unsat", []int{5}, unsatisfiable(blocks)},
	{"blocks-sat", []int{8}, satisfiable(blocks)},
	{"lfsr-unsat", []int{44}, unsatisfiable(register)},
	{"lfsr-sat", []int{44}, satisfiable(register)},
	{"widefifo-unsat", []int{60}, unsatisfiable(wideFIFO)},
	{"widefifo-sat", []int{128}, satisfiable(wideFIFO)},
	{"cache-unsat", []int{40}, unsatisfiable(coherence)},
	{"cache-sat", []int{50}, satisfiable(coherence)},
	{"shiftadd-unsat", []int{256}, unsatisfiable(shiftAdd)},
	{"shiftadd-sat", []int{256}, satisfiable(shiftAdd)},
}

// unsatisfiable is the family of unsatisfiable formulas that a function makes: it says that
// two circuits differ that are equivalent, or that something is possible that is not.
func unsatisfiable(make func(c *circuit, n int, bug bool)) func(c *circuit, n int) string {
	return func(c *circuit, n int) string {
		make(c, n, false)
		return "unsat"
	}
}

// satisfiable is the family with one thing changed so that there is a model.
func satisfiable(make func(c *circuit, n int, bug bool)) func(c *circuit, n int) string {
	return func(c *circuit, n int) string {
		make(c, n, true)
		return "sat"
	}
}
