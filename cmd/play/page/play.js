// The page: editor, runs in a worker, and what comes of them.
'use strict';

const $ = (id) => document.getElementById(id);
const element = (name, properties, ...children) => {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
};
const rowHeight = 20, inset = 8; // as in style.css

// ---- Editor

const text = $('text');
let marks = []; // lines that are highlighted: {line, fault, open, words}

function drawEditor() {
  const count = text.value.split('\n').length;
  if (drawEditor.count !== count) {
    drawEditor.count = count;
    $('gutter').textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n') + '\n\n';
  }
  $('gutter').scrollTop = text.scrollTop;
  $('marks').replaceChildren(...marks.map(({ line, fault, open, words }) => {
    const mark = element('div', { className: fault ? 'fault' : 'here', textContent: words || '' });
    mark.style.top = `${inset + (line - 1) * rowHeight - text.scrollTop}px`;
    mark.dataset.line = line;
    mark.classList.toggle('open', Boolean(open));
    return mark;
  }));
}

function mark(list) {
  marks = list;
  if (list.length > 0) {
    const top = inset + (list[0].line - 1) * rowHeight;
    if (top < text.scrollTop + rowHeight || top > text.scrollTop + text.clientHeight - 3 * rowHeight) {
      text.scrollTop = top - text.clientHeight / 2;
    }
  }
  drawEditor();
}

function goTo(line) {
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] || '').length);
  mark([{ line, fault: true }]);
}

text.addEventListener('scroll', drawEditor);
text.addEventListener('input', () => { mark([]); drawEditor(); });
text.addEventListener('keydown', (e) => {
  if (e.key === 'Tab' && !e.shiftKey && !e.ctrlKey && !e.altKey && text.selectionStart !== text.selectionEnd) {
    e.preventDefault();
    text.setRangeText('  ', text.selectionStart, text.selectionStart, 'preserve');
  }
});

function setKind(kind) {
  $('kind').value = kind;
  $('ask-label').hidden = kind !== 'boogie';
  $('bound-label').hidden = kind !== 'boogie' || $('ask').value === 'modular';
}
for (const id of ['kind', 'ask']) $(id).addEventListener('change', () => setKind($('kind').value));

// ---- Runs

let module; // the compiled solver, once there is one
let worker; // that runs or is ready to
let running = null; // {request, start, clock, late}
let lines = []; // of the text that the answer is about

function newWorker() {
  const w = new Worker('worker.js');
  w.onmessage = ({ data }) => {
    if (w !== worker) return;
    if (data.module) module = data.module;
    if (data.failed) ended({ verdict: 'error', line: 'error', notes: [data.failed], seconds: elapsed() });
    if (data.event) receive(data.event);
  };
  w.onerror = (e) => { if (w === worker) ended({ verdict: 'error', line: 'error', notes: [e.message || 'the worker cannot start'], seconds: elapsed() }); };
  w.postMessage({ module });
  return w;
}

const elapsed = () => (running ? (performance.now() - running.start) / 1000 : 0);

function run() {
  if (running) return;
  const request = { kind: $('kind').value, text: text.value, ask: $('ask').value, bound: Number($('bound').value) || 0, seconds: Number($('seconds').value) };
  lines = request.text.split('\n');
  clearResults();
  running = { request, start: performance.now(), progress: '' };
  running.clock = setInterval(showProgress, 100);
  // The solver ends by itself at the limit, with what it knows; if it does not, the page ends it.
  if (request.seconds > 0) running.late = setTimeout(() => stop('unknown (timeout)'), (request.seconds + 3) * 1000 + (module ? 0 : 60000));
  $('run').disabled = true;
  $('stop').disabled = false;
  showProgress();
  worker.postMessage({ request });
}

function stop(line) {
  if (running) ended({ verdict: 'stopped', line, seconds: elapsed(), output: $('output').textContent });
}

function showProgress() {
  $('said').textContent = `${module ? 'running' : 'loading the solver'} ${elapsed().toFixed(1)} s  ${running.progress}`;
}

function receive(event) {
  if (!running) return;
  if (event.progress) running.progress = event.progress;
  if (event.output) {
    $('output').textContent += event.output;
    $('printed').hidden = false;
  }
  if (event.answer) ended(event.answer);
}

// ended shows an answer. The worker has answered, and another one begins afresh, with no memory in use.
function ended(answer) {
  if (running) {
    clearInterval(running.clock);
    clearTimeout(running.late);
  }
  const wasRunning = running;
  running = null;
  $('run').disabled = false;
  $('stop').disabled = true;
  $('said').textContent = '';
  worker.terminate();
  if (wasRunning) worker = newWorker();
  show(answer);
}

$('run').addEventListener('click', run);
$('stop').addEventListener('click', () => stop('stopped'));

// ---- Answers

const tones = { safe: 'good', 'safe up to bound': 'good', sat: 'good', unsat: 'plain', unsafe: 'bad', unknown: 'open', stopped: 'open', error: 'bad' };
let trace = { steps: [], stops: [], at: 0, globals: [] };
let faults = []; // all that fails, if that was asked for

function clearResults() {
  trace = { steps: [], stops: [], at: 0, globals: [] };
  faults = [];
  $('verdict').hidden = $('trace').hidden = $('printed').hidden = $('hint').hidden = true;
  $('output').textContent = '';
  for (const id of ['notes', 'tables', 'values', 'stops']) $(id).replaceChildren();
  mark([]);
}

function show(answer) {
  $('hint').hidden = true;
  $('verdict').className = tones[answer.verdict] || 'open';
  const facts = [`${answer.seconds.toFixed(2)} s`];
  if (answer.engine) facts.push(answer.engine);
  $('verdict').replaceChildren(element('b', { textContent: answer.line }), element('span', { textContent: facts.join(', ') }));
  $('verdict').hidden = false;
  faults = answer.faults || [];
  $('notes').replaceChildren(...faults.map((f) => faultNote(f, answer.globals)), ...(answer.notes || []).map(note));
  const steps = answer.steps || derivation(answer.facts || []);
  if (answer.at && !answer.steps) mark([{ line: answer.at.line, fault: true }]);
  $('tables').replaceChildren(...(answer.tables || []).map((t) => table(t.title, t.head, t.rows, t.more)));
  if (answer.output) $('output').textContent = answer.output;
  $('printed').hidden = $('output').textContent === '';
  $('printed').open = !(answer.tables || steps.length > 0);
  showTrace(steps, answer.globals);
  if (faults.length > 0) mark(faults.map(faultMark));
}

function showTrace(steps, globals) {
  trace = { steps, stops: stopsOf(steps), at: 0, globals };
  $('trace').hidden = trace.stops.length === 0;
  $('trace').querySelector('h2').textContent = trace.steps.some((s) => s.kind === 'fact') ? 'Derivation' : 'Trace';
  if (trace.stops.length > 0) {
    const fault = trace.stops.findIndex((s) => s.fault);
    step(fault >= 0 ? fault : trace.stops.length - 1);
  }
}

const faultMark = (f) => ({ line: f.at.line, fault: true, open: f.open, words: f.text.replace(/ \(.*/, '') });

// faultNote makes a line about something that fails, which leads there and to its execution.
function faultNote(f, globals) {
  const entry = note(`line ${f.at.line}: ${f.text}`);
  entry.className = f.open ? 'open' : 'bad';
  entry.querySelector('a').onclick = (e) => {
    e.preventDefault();
    for (const other of $('notes').children) other.classList.toggle('chosen', other === entry);
    showTrace(f.steps || [], globals);
    if (!f.steps) goTo(f.at.line);
  };
  if (f.related) entry.append(element('ul', {}, ...f.related.map((r) => note(`line ${r.at.line}: ${r.text}`))));
  return entry;
}

// note makes a line of text whose beginning, if it names a line, leads there.
function note(words) {
  const m = /^(line (\d+))(.*)$/.exec(words);
  if (!m) return element('li', { textContent: words });
  const link = element('a', { textContent: m[1], href: '#', onclick: (e) => { e.preventDefault(); goTo(Number(m[2])); } });
  return element('li', {}, link, m[3]);
}

function table(title, head, rows, more, changed) {
  const body = rows.map((row, i) => element('tr', { className: changed && changed[i] ? 'new' : '' }, ...row.map((cell) => element('td', { textContent: cell }))));
  if (more) body.push(element('tr', {}, element('td', { colSpan: head.length, textContent: `${more} more` })));
  return element('table', {}, element('caption', { textContent: title }), element('thead', {}, element('tr', {}, ...head.map((h) => element('th', { textContent: h })))), element('tbody', {}, ...body));
}

// ---- Stepping

const around = 200; // how many stops are listed before and after the present one

function step(to) {
  if (trace.stops.length === 0) return;
  trace.at = Math.max(0, Math.min(trace.stops.length - 1, to));
  const stop = trace.stops[trace.at];
  const from = Math.max(0, trace.at - around);
  $('stops').replaceChildren(...trace.stops.slice(from, trace.at + around + 1).map((s, i) => entry(s, from + i)));
  const here = $('stops').querySelector('.here');
  $('stops').scrollTop = here.offsetTop - $('stops').offsetTop - $('stops').clientHeight / 2;
  $('at').textContent = `step ${trace.at + 1} of ${trace.stops.length}`;
  $('first').disabled = $('previous').disabled = trace.at === 0;
  $('last').disabled = $('next').disabled = trace.at === trace.stops.length - 1;
  $('values').replaceChildren(...valuesAt(trace.steps, stop, trace.globals).map((call) => {
    const entries = [...call.values];
    return table(call.title, ['variable', 'value'], entries.map(([name, v]) => [name, v.value]), 0, entries.map(([, v]) => v.changed));
  }));
  if (text.value === lines.join('\n')) mark([{ line: stop.line, fault: stop.fault }]); // else the lines have moved
}

function entry(stop, index) {
  const { what, set } = describe(stop, trace.steps, lines);
  const first = trace.steps[stop.from];
  const number = first.kind === 'fact' ? trace.stops.slice(0, index + 1).filter((s) => trace.steps[s.from].kind === 'fact').length : stop.line;
  const thread = stop.thread ? `${stop.thread}| ` : '';
  return element('li', {
    className: (index === trace.at ? 'here ' : '') + (stop.fault ? 'fault' : ''),
    onclick: () => step(index),
  },
  element('span', { className: 'line', textContent: number }),
  element('span', { className: 'what', textContent: thread + '  '.repeat(stop.depth) + what }),
  element('span', { className: 'set', textContent: set }));
}

$('first').addEventListener('click', () => step(0));
$('previous').addEventListener('click', () => step(trace.at - 1));
$('next').addEventListener('click', () => step(trace.at + 1));
$('last').addEventListener('click', () => step(trace.stops.length - 1));

document.addEventListener('keydown', (e) => {
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) return e.preventDefault(), run();
  if (e.key === 'Escape' && running) return e.preventDefault(), stop('stopped');
  if (e.key === 'F8') return e.preventDefault(), step(trace.at + (e.shiftKey ? -1 : 1));
  if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest('textarea, input, select')) return;
  const to = { n: trace.at + 1, ArrowDown: trace.at + 1, p: trace.at - 1, ArrowUp: trace.at - 1, Home: 0, End: trace.stops.length - 1 }[e.key];
  if (to !== undefined && trace.stops.length > 0) e.preventDefault(), step(to);
});

// ---- Sharing: the text in the fragment of the address, which browsers send to nobody

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

async function share() {
  const state = { kind: $('kind').value, ask: $('ask').value, bound: Number($('bound').value) || 0, seconds: Number($('seconds').value), text: text.value };
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const b of packed) binary += String.fromCharCode(b);
  history.replaceState(null, '', '#' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  try {
    await navigator.clipboard.writeText(location.href);
    $('said').textContent = 'The address of this page has the text, and is copied.';
  } catch {
    $('said').textContent = 'The address of this page has the text.';
  }
}

async function unshare() {
  if (location.hash.length < 2) return false;
  try {
    const packed = Uint8Array.from(atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
    $('ask').value = ['all', 'modular'].includes(state.ask) ? state.ask : '';
    load(String(state.kind), String(state.text));
    if (state.bound > 0) $('bound').value = state.bound;
    if (['0', '10', '60', '600'].includes(String(state.seconds))) $('seconds').value = state.seconds;
    return true;
  } catch {
    $('said').textContent = 'What the address says after # is no text that was shared.';
    return false;
  }
}

function load(kind, value) {
  if (running) stop('stopped');
  clearResults();
  $('hint').hidden = false;
  setKind(kind);
  text.value = value;
  text.scrollTop = 0;
  drawEditor();
}

$('share').addEventListener('click', share);
addEventListener('hashchange', unshare);

// ---- Beginning

async function begin() {
  worker = newWorker();
  const examples = await (await fetch('examples.json')).json();
  $('example').append(...examples.map((e, i) => element('option', { value: i, textContent: e.title })));
  $('example').addEventListener('change', () => {
    const e = examples[$('example').value];
    if (!e) return;
    load(e.kind, e.text);
    $('example').value = '';
  });
  if (!await unshare()) load(examples[0].kind, examples[0].text);
  document.body.dataset.ready = 'true';
}
begin();
