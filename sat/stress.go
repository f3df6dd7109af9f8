package sat

// stress sets the schedules of Options.Stress. Inprocessing is due at every restart, and
// also between restarts.
func (s *Solver) stress() {
	s.reduces.interval, s.reduces.next, s.collects.slack = 3, 3, 0
	s.reduces.many, s.reduces.few = 0, 0
	s.restarts.plain.margin, s.restarts.theory.margin, s.restarts.period = 0.5, 0.5, 2
	s.restarts.countdown = 2
	s.mode.atConfl = 4
	s.expl.slack = 0
	s.groups.least = 0
	s.repairs.after = 0
	s.wait.after = -1
	s.luck.every = 4
	s.inproc.interval, s.inproc.next, s.inproc.least = 1, 0, 2000
	s.inproc.pay, s.inproc.waits = 1<<30, 0
	s.linear.dense, s.linear.slack = 3, 0
	s.rephases.every, s.rephases.next, s.rephases.least = 1, 3, 2000
}
