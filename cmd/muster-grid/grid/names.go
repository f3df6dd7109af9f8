package grid

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// The names on a grid: this table is all that servers, workers and clients have to agree on.
const (
	// tasks is the stream of what is to be done. Each job is a message on a subject of its own,
	// muster.task.PRIORITY.CAMPAIGN.NUMBER.ROUND.HASH.RUN, which holds one message at most: a client that submits it again
	// does not add it again. A campaign of a client with a key is called KEY.NAME.
	tasks       = "MUSTER_TASKS"
	taskSubject = "muster.task"

	// cancelSubject.CAMPAIGN tells workers that nobody waits for a campaign any more; the number of the run is the text.
	cancelSubject = "muster.cancel"
	// wakeSubject tells one of the workers with slots that rest, those of wakeGroup, that there is something to do.
	wakeSubject = "muster.wake"
	wakeGroup   = "resting"
	// missingSubject.CAMPAIGN tells a client that a program is not in the store, or spoilt there; its hash is the text.
	missingSubject = "muster.missing"

	// halves is the stream of parts of jobs that are searched, with the queue halfQueue, each at halfSubject.OWNER.ID:
	// OWNER is the key of the worker that has the job, or noKey. overSubject.OWNER.ID tells workers that nobody waits
	// for one any more.
	halves      = "MUSTER_HALVES"
	halfQueue   = "halves"
	halfSubject = "muster.half"
	overSubject = "muster.over"
	noKey       = "any"

	// resting is a stream with a message for each slot that rests, at restSubject.OWNER.SLOT.
	resting     = "MUSTER_RESTING"
	restSubject = "muster.rest"

	// notices is a stream of what is said at cancelSubject, wakeSubject, missingSubject and overSubject, which JetStream
	// says again behind noticeSubject, and results too, once they are kept. Keys hear that: what they say themselves
	// reaches no other account.
	notices       = "MUSTER_NOTICES"
	noticeSubject = "muster.notice"

	// Buckets of keys and values. A job's key is CAMPAIGN.NUMBER.ROUND.HASH.
	resultBucket   = "muster_results"   // by job; a key is written once, by the first result
	leaseBucket    = "muster_leases"    // by job; who works on it, changed by compare-and-swap
	campaignBucket = "muster_campaigns" // by campaign; its state, for the page and for workers
	workerBucket   = "muster_workers"   // by worker; entries end by themselves
	halfBucket     = "muster_halves"    // by half, as results by job
	answerBucket   = "muster_answers"   // by what a job asks; the result of the last one that did
	gridBucket     = "muster_grid"      // settings of the grid, such as its version

	// Buckets of texts, by SHA-256, behind the key of who stores them and a dot, if it has a key: the size, and under
	// HASH.0, HASH.1 and so on the parts.
	programStore  = "muster_programs"
	reportStore   = "muster_reports"
	evidenceStore = "muster_evidence" // of answers
	handStore     = "muster_handed"   // states of halves, and what is answered about them

	// Keys of gridBucket.
	settingsKey = "settings"
)

// buckets are all of them, with how long a value is kept. In those with once it is never replaced. Those that are brief
// are in memory, where the server is one of the grid: what they say is said again soon, and no disk has to keep up.
var buckets = []struct {
	name  string
	life  time.Duration
	once  bool
	brief bool
}{
	{name: resultBucket, life: keepFor, once: true}, {name: leaseBucket, life: keepFor},
	{name: campaignBucket, life: keepFor}, {name: workerBucket, life: workerLife, brief: true},
	{name: halfBucket, life: halfLife, once: true}, {name: answerBucket, life: keepFor}, {name: gridBucket},
	{name: programStore, life: keepFor}, {name: reportStore, life: keepFor}, {name: evidenceStore, life: keepFor},
	{name: handStore, life: halfLife},
}

// Protocol is the version of this table, and of what is sent.
const Protocol = 6

// Priority orders the queues: a worker takes from a later one only if those before are empty.
type Priority string

// The priorities.
const (
	High   Priority = "high"
	Normal Priority = "normal"
	Low    Priority = "low"
)

// priorities are the queues in their order; each is a durable consumer of the stream with this name.
var priorities = []Priority{High, Normal, Low}

// ParsePriority returns the priority of a name.
func ParsePriority(text string) (Priority, error) {
	for _, p := range priorities {
		if string(p) == text {
			return p, nil
		}
	}
	return "", fmt.Errorf("no priority %q: there are %s, %s and %s", text, High, Normal, Low)
}

// State is the state of a campaign.
type State string

// The states of a campaign.
const (
	Running  State = "running"
	Finished State = "finished"
	Canceled State = "canceled"
)

// Limits of what is sent and kept.
const (
	maxBlob   = 64 << 20  // of a file of a program
	maxFiles  = 256 << 20 // of all files of a job
	maxInline = 256 << 10
	maxMemo   = 8 << 20   // of a message
	maxRest   = 1 << 10   // of one that says that a slot rests
	mostRest  = 1 << 15   // slots that are counted
	partSize  = 512 << 10 // of a text in a store: any server takes such messages
	maxProof  = 16 << 20  // of the evidence of a result
	keepFor   = 14 * 24 * time.Hour
	halfLife  = 24 * time.Hour // of a half and its result
	// workerLife is how long a worker is shown after its last sign of life; it gives one each third of that, and after
	// sayEvery if what it does has changed.
	workerLife = time.Minute
	sayEvery   = 5 * time.Second
)

// partSubject begins the subjects of results of halves; behind it are their keys.
const partSubject = "$KV." + halfBucket + "."

// subject returns the subject of a job.
func (j *Job) subject() string {
	return fmt.Sprintf("%s.%s.%s.%d", taskSubject, j.Priority, j.Key(), j.Run)
}

// fits reports whether a job is one that may be at a subject. Each part of that, as the priority, is one token: else a
// client could submit, at a subject of its own, a job of another one.
func (j *Job) fits(subject string) bool {
	return slices.Contains(priorities, j.Priority) && isKey(j.Key()) && j.subject() == subject
}

// Key names a job: a task in a round of a campaign, and what is asked; or the half of one.
func (j *Job) Key() string {
	if j.half != nil {
		return j.half.ID
	}
	return fmt.Sprintf("%s.%d.%d.%s", j.Campaign, j.Number, j.Round, j.Hash())
}

// token makes a text one that may be part of a subject or of a key.
func token(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, text)
}
