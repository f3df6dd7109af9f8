// Package local looks for models of formulas over bit-vectors by local search.
package local
