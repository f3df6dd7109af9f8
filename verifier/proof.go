package verifier

// Proof says how to refute the system again: which call sites to open, and
// which to block. It speaks of the templates only, so that a checker can
// rebuild the formula with a solver of its own.
type Proof struct {
	// Opened lists the call sites that were inlined, callers first. Instance 0
	// is the entry; opening Opened[i] makes instance i+1.
	Opened []SiteRef
	// Blocked lists the open call sites without whose exclusion (they lie past
	// the recursion bound) the refutation does not hold. Empty for Safe.
	Blocked []SiteRef
}

// SiteRef names a call site of an instance.
type SiteRef struct {
	Instance int32 // the calling instance
	Site     int32 // index into vc.Proc.Sites of its template
}
