package theory

// LemmaID says what a lemma or conflict of a plugin is: the index of its name in
// Plugin.Lemmas. It is for statistics, traces and the names of certificates.
type LemmaID uint8

// LemmaStatus says what became of a lemma.
type LemmaStatus uint8

// What became of a lemma.
const (
	LemmaNew  LemmaStatus = iota // it is live now
	LemmaLive                    // it was live already
)
