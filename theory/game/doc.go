// Package game decides formulas of linear arithmetic with alternating quantifiers, by the game of
// Bjørner and Janota ("Playing with quantified satisfaction", LPAR 2015).
//
// A formula becomes a matrix without quantifiers and a level for each of its constants
// (prenex.go): those of even levels belong to one player, who wants the matrix to be true, those of
// odd levels to the other one. A quantifier goes to the lowest level that its free variables and its
// kind allow, so those that do not depend on each other share one.
//
// Each player has a solver for what he wants (game.go). A move at a level is a model of it; what the
// next player has to accept of the move are the literals up to that level of an implicant of what
// the player wants. A player without a move has lost where the literals hold that the core names.
// Theory/project eliminates from them what the winner chose, level by level, up to a level of the loser, who
// then wants to avoid the rest. There are finitely many projections in linear arithmetic, so the game ends.
//
// The free constants of a formula are on level 0, with the variables that a question is about. A question fixes
// them for the first move only, so that all that is learned, and the answer, is about terms: Violation finds terms
// for universally quantified variables that make the body false in a model, as instances for a solver, and a
// projection is valid in all models. Since there are finitely many such terms, the solver's instances end, too,
// and certify what the game has found. Eliminate collects the projections until there are no more: that is
// quantifier elimination.
package game
