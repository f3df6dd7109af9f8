// Package validate checks the evidence behind safe verdicts with a solver that
// shares nothing with the run: the formula is rebuilt from the templates, call
// site by call site, and refuted again. (The evidence behind an unsafe verdict
// is its replay in the program, which stands inside the engines' last check.)
package validate
