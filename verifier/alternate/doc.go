// Package alternate has legion and corral search one tree in turns: some steps of one, then as many of the other.
// What either opens, both have, with all that the solver has learned.
//
// A step of legion blocks all open call sites, one of corral those past its present bound. Each opens a call site,
// makes the solver know a fact or a lemma, raises corral's bound, or ends the search, so the search ends within the
// bound as theirs do. Both answers are about the same tree: a model without open call sites is an execution within
// the full bound, and a core that blocks only what lies past it refutes all of these, whichever of the two asked. So
// the first answer ends the search.
//
// The steps are those of the two engines (learn.Search), which this package therefore imports. They stay where their
// papers are: to move them into a package of steps would leave two engines that are a loop and nothing else.
//
// It asks fewer questions than either, and is no faster. Measured with 10 s of CPU on 43 of the drivers of SDV and
// SV-COMP, with no search for all bounds: legion and corral decide 38 each, and together 40; turns of 1, 5 and 20
// steps 38, 37 and 37. On the 35 that all decide the geometric mean of CPU is 0.87 s for legion, 0.97 s for corral,
// and 0.94, 0.89 and 0.94 s; of instances 212 and 172, and 196, 197 and 191; of queries 53 and 37, and 28, 31 and 38.
// The two drivers that corral alone decides are lost, those that legion alone decides are not. Instances are shared
// as legion does: without that, of five drivers three took longer or were lost, and one was won.
package alternate
