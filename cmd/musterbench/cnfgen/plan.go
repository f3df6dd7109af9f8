package cnfgen

// blocks asks for a plan that turns four towers of n blocks each upside down, one move at
// a time. Every block must move, so the plan has 4n moves; without a model, it must have
// one move less.
func blocks(c *circuit, n int, possible bool) {
	const towers = 4
	steps, table := towers*n, towers*n
	if !possible {
		steps--
	}
	on := c.stacks(table)
	for x := range table {
		below := x + 1
		if below%n == 0 {
			below = table
		}
		c.add(on[x][below])
	}
	for range steps {
		on = c.move(on)
	}
	for x := range table {
		below := x - 1
		if x%n == 0 {
			below = table
		}
		c.add(on[x][below])
	}
}

// stacks says where blocks are: on[x][y] that block x is on block y or, if y is the
// number of blocks, on the table.
func (c *circuit) stacks(n int) (on [][]int) {
	on = make([][]int, n)
	for x := range on {
		on[x] = c.inputs(n + 1)
		c.add(-on[x][x])
		c.exactlyOne(on[x])
	}
	for y := range n {
		var above []int
		for x := range on {
			above = append(above, on[x][y])
		}
		c.atMostOne(above)
	}
	return on
}

// move says how blocks may be after at most one move.
func (c *circuit) move(on [][]int) [][]int {
	n := len(on)
	next, moves := c.stacks(n), c.inputs(n)
	c.atMostOne(moves)
	for x := range n {
		for y := range n + 1 {
			// What does not move stays where it is.
			c.add(moves[x], -on[x][y], next[x][y])
			c.add(moves[x], on[x][y], -next[x][y])
			if y == n || y == x {
				continue
			}
			// What has a block on it does not move, nor does another one move there.
			c.add(-moves[y], -on[x][y])
			for z := range n {
				if z != x && z != y {
					c.add(-moves[x], -next[x][y], -on[z][y])
				}
			}
		}
	}
	return next
}

// atMostOne says so by pairs.
func (c *circuit) atMostOne(lits []int) {
	for i := range lits {
		for j := range i {
			c.add(-lits[i], -lits[j])
		}
	}
}

func (c *circuit) exactlyOne(lits []int) {
	c.add(lits...)
	c.atMostOne(lits)
}

// shop is a number of tasks that share some machines.
type shop struct {
	*circuit
	horizon int
	tasks   []task
}

// task is a task that must run on some machine for a while, within a window.
type task struct {
	machine, duration, first, last int   // first and last start
	planned                        int   // where it is in the schedule from which the tasks come
	begun                          []int // by time: it has begun
}

// schedule asks for a schedule of tasks on 8 machines, which can run four tasks at any
// time, within a horizon of 10n. The tasks come from a schedule with few gaps: each must
// begin within n of its time there, and some after others. Without a model, the tasks
// between two times must stay there on the first machine, and there is one too many.
func schedule(c *circuit, n int, possible bool) {
	const machines, capacity = 8, 4
	s := &shop{circuit: c, horizon: 10 * n}
	from := (2 + c.rng.IntN(6)) * n
	for m := range machines {
		for range capacity {
			s.fill(m, 0, from, n)
			s.fill(m, from, from+n, n)
			s.fill(m, from+n, s.horizon, n)
		}
	}
	if !possible {
		s.squeeze(from, from+n)
	}
	for i := range s.tasks {
		s.begin(&s.tasks[i])
	}
	s.order()
	for m := range machines {
		for t := range s.horizon {
			s.atMost(s.running(m, t), capacity)
		}
	}
}

// fill plans tasks of a machine one after the other from one time to another, each not
// longer than n, and leaves gaps on all machines but the first.
func (s *shop) fill(machine, from, to, n int) {
	for from < to {
		d := min(1+s.rng.IntN(n), to-from)
		if machine == 0 || s.rng.IntN(8) > 0 {
			last := min(from+n, s.horizon-d)
			s.tasks = append(s.tasks, task{machine: machine, duration: d, first: max(from-n, 0), last: last, planned: from})
		}
		from += d
	}
}

// squeeze makes the tasks of the first machine that are planned between two times stay
// there, and adds one for which there is no time.
func (s *shop) squeeze(from, to int) {
	for i := range s.tasks {
		t := &s.tasks[i]
		if t.machine == 0 && from <= t.planned && t.planned < to {
			t.first, t.last = from, to-t.duration
		}
	}
	s.tasks = append(s.tasks, task{duration: 1, first: from, last: to - 1, planned: from})
}

// begin says that a task begins within its window.
func (s *shop) begin(t *task) {
	t.begun = s.zeros(s.horizon)
	for at := t.first; at < s.horizon; at++ {
		if at >= t.last {
			t.begun[at] = s.yes
			continue
		}
		t.begun[at] = s.input()
		if at > t.first {
			s.add(-t.begun[at-1], t.begun[at])
		}
	}
}

// order says for each task of some pairs that it begins after another one has ended, as
// is planned.
func (s *shop) order() {
	for range 2 * len(s.tasks) {
		a, b := &s.tasks[s.rng.IntN(len(s.tasks))], &s.tasks[s.rng.IntN(len(s.tasks))]
		if a.planned+a.duration > b.planned {
			continue
		}
		for at := range s.horizon {
			if at < a.duration {
				s.add(-b.begun[at])
			} else {
				s.add(-b.begun[at], a.begun[at-a.duration])
			}
		}
	}
}

// running returns what is true if tasks of a machine run at some time.
func (s *shop) running(machine, at int) (lits []int) {
	for _, t := range s.tasks {
		if t.machine != machine {
			continue
		}
		over := -s.yes
		if at >= t.duration {
			over = t.begun[at-t.duration]
		}
		if l := s.and(t.begun[at], -over); l != -s.yes {
			lits = append(lits, l)
		}
	}
	return lits
}

// atMost says that at most k literals are true, by a sequential counter (Sinz, CP 2005).
func (c *circuit) atMost(lits []int, k int) {
	var before []int // before[j]: more than j of those so far are true
	for i, l := range lits {
		count := c.inputs(min(i+1, k))
		c.add(-l, count[0])
		for j := range before {
			c.add(-before[j], count[j])
			if j+1 < k {
				c.add(-l, -before[j], count[j+1])
			} else {
				c.add(-l, -before[j])
			}
		}
		before = count
	}
}
