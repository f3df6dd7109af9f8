// Package growth measures how the cost of solvers grows with the size of what
// they solve: families of instances in several sizes, from a set or from
// generators of its own, run by builds of Muster and by the peers that are
// installed.
//
// A cure that is tuned on a set is measured on the generators, which make other
// instances with the same mechanisms, and the other way round. Every family has a
// twin whose answer is the other one, since a family with one answer does not show
// that the instances say what they should.
package growth
