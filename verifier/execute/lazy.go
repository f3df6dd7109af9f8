package execute

// What a jump does whose condition is unknown, if it does not go elsewhere.
const (
	unsureSplit = -1 // both: the execution splits
	unsureHolds = -2 // it does not jump, since the other ways end
)

// maxForks limits how often one execution splits.
const maxForks = 1 << 12

// forks are the choices of executions in which what is arbitrary is unknown.
type forks struct {
	taken []fork
	at    int
	over  bool // there were too many
}

// fork is a choice of one of several ways.
type fork struct{ way, of int }

// next returns the way that the execution takes, of some ways.
func (f *forks) next(of int) int {
	if f == nil {
		return 0 // a bit-vector is unknown by accident
	}
	if f.at == len(f.taken) {
		if len(f.taken) == maxForks {
			f.over = true
			return 0
		}
		f.taken = append(f.taken, fork{0, of})
	}
	f.at++
	return f.taken[f.at-1].way
}

// another turns to the next execution, and reports whether there is one.
func (f *forks) another() bool {
	f.at = 0
	for n := len(f.taken); n > 0; n-- {
		if last := &f.taken[n-1]; last.way+1 < last.of {
			last.way++
			return true
		}
		f.taken = f.taken[:n-1]
	}
	return false
}

// unsureAt returns where an execution goes on from a jump whose condition is unknown. Where it goes this or that way,
// the condition has a value, and so, where there is only one, has what is compared.
func (m *machine) unsureAt(pc int32) int32 {
	m.passed = m.passed || m.unsure[pc] != unsureSplit
	if to := m.unsure[pc]; to >= 0 {
		return to
	}
	i := &m.code.code[pc]
	jumps := m.unsure[pc] == unsureSplit && m.lazy.next(2) == 1
	a, b := &m.regs[i.a], &m.regs[i.b]
	switch {
	case i.op == opJumpTrue:
		*a = truth(jumps)
	case i.op == opJumpFalse:
		*a = truth(!jumps)
	case i.op == opJumpEq && jumps, i.op == opJumpNe && !jumps:
		if *a == unknown {
			*a = *b
		} else if *b == unknown {
			*b = *a
		}
	}
	if jumps {
		return i.dst
	}
	return i.other
}
