package quant

// Bounds on what a check does without use: without a conflict in which an instance takes part.
const (
	idleModels     = 200  // models checked
	idleInstances  = 1000 // instances sent after the depth was raised ...
	idlePerShallow = 4    // ... and for each instance that was sent before
)

// patience counts what a check has done since an instance last took part in a conflict. Matching
// loops and functions that have no finite table lead to ever more of it.
type patience struct {
	patient   bool  // there are no bounds
	allowed   int64 // models, if that is more than idleModels: then more instances, too
	raised    bool  // the depth was raised in this check
	over      bool  // a bound was reached in this check
	first     int64
	shallow   int64 // instances sent before
	models    int64
	instances int64 // sent after
}

// SetPatient makes later checks go on, whatever they do without use, or not.
func (m *Matcher) SetPatient(patient bool) { m.patience.patient = patient }

// SetIdleModels lets later checks check at least n models without use. The bounds on instances
// grow alike.
func (m *Matcher) SetIdleModels(n int64) { m.patience.allowed = n }

// startPatience begins a check. If the last one was of no use, its depth led nowhere.
func (m *Matcher) startPatience() {
	if m.patience.over && m.checksModels() {
		m.setCost(maxGeneration)
		m.models = 0
	}
	m.patience = patience{patient: m.patience.patient, allowed: m.patience.allowed, first: m.stats.sent}
}

// noteUse notes that an instance took part in a conflict.
func (v *patience) noteUse() { v.models, v.instances = 0, 0 }

// noteRaised notes that the depth is raised after so many instances of all checks.
func (v *patience) noteRaised(sent int64) {
	if !v.raised {
		v.raised, v.shallow, v.instances = true, sent-v.first, 0
	}
}

// impatient reports whether the check has done too much without use.
func (m *Matcher) impatient() bool {
	v := &m.patience
	if !v.over && !v.patient && m.checksModels() {
		models := max(idleModels, v.allowed)
		instances := models / idleModels * (idleInstances + idlePerShallow*v.shallow)
		v.over = v.models >= models || v.raised && v.instances > instances
	}
	return v.over
}
