package execute

// shorten has jumps go where those lead that they go to, and puts instructions that do more at a time in place of
// what loops consist of: a sum that is compared with its largest value, and a number that is in a range. They take a
// short cut if all operands are words and nobody watches. Else they do what the instruction did that they replace.
// What follows is where it was.
func (c *code) shorten() {
	for i := range c.code {
		x := &c.code[i]
		x.other = c.last(int32(i + 1))
		switch x.op {
		case opJump, opJumpTrue, opJumpFalse, opJumpLe, opJumpGt, opJumpEq, opJumpNe, opSeek:
			x.dst = c.last(x.dst)
		}
	}
	for i := range len(c.code) - 1 {
		switch x, y := &c.code[i], &c.code[i+1]; {
		case x.op == opAdd && (y.op == opJumpLe || y.op == opJumpGt):
			x.op = opAddJump
		case x.op == opJumpGt && y.op == opJumpGt && x.dst == y.dst && x.b == y.a:
			x.op = opRange
		}
	}
}

// last returns where control goes from an instruction that it reaches without doing anything.
func (c *code) last(at int32) int32 {
	for at < int32(len(c.code)) && c.code[at].op == opJump {
		at = c.code[at].dst
	}
	return at
}
