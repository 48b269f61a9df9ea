'use strict';
/**
 * Fails a test file that leaves a server, socket, timer, process or thread open. The next file in
 * the same process would inherit it, and a product that does so never exits.
 */
const ProcessesEnvironment = require('./processes_environment');

/** Resource names of `process.getActiveResourcesInfo()` that keep a process alive. */
const WATCHED = {
  TCPServerWrap: 'listening server',
  TCPSocketWrap: 'socket',
  PipeWrap: 'pipe',
  ProcessWrap: 'child process',
  MessagePort: 'message port',
  Timeout: 'timer',
  FSEventWrap: 'watched file',
  StatWatcher: 'watched file',
};
/** A socket closes several event loop iterations after `close()`, later still under load. */
const ROUNDS = 200;
const ROUND_MS = 10;
/** Runner events that mark the file as failed already. */
const FAILURES = ['hook_failure', 'test_fn_failure', 'error'];

class HandlesEnvironment extends ProcessesEnvironment {
  /** Active resources do not include threads. */
  threads = new Set();
  seeThread = (thread) => {
    this.threads.add(thread);
    thread.once('exit', () => this.threads.delete(thread));
  };

  hasFailed = false;

  async setup() {
    await super.setup();
    // These streams are created on first access. Creating them now keeps their pipes out of the
    // difference.
    void [process.stdout, process.stderr];
    this.before = this.count();
    process.on('worker', this.seeThread);
  }

  handleTestEvent({ name }) {
    if (FAILURES.includes(name)) this.hasFailed = true;
  }

  async teardown() {
    process.off('worker', this.seeThread);
    let left = this.left();
    for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
      await nextRound();
      left = this.left();
    }
    await super.teardown();
    if (left.length === 0) return;
    const problem = `The test file leaves open: ${left.join(', ')}. Close it in the test or in afterEach.`;
    // An error thrown here would hide the failure of the test, which may be the cause.
    if (!this.hasFailed) throw new Error(problem);
    process.stderr.write(`${problem}\n`);
  }

  count() {
    const counts = { thread: this.threads.size };
    for (const type of process.getActiveResourcesInfo())
      if (type in WATCHED) counts[WATCHED[type]] = (counts[WATCHED[type]] ?? 0) + 1;
    return counts;
  }

  left() {
    return Object.entries(this.count())
      .map(([kind, now]) => [kind, now - (this.before[kind] ?? 0)])
      .filter(([, more]) => more > 0)
      .map(([kind, more]) => `${more} × ${kind}`);
  }
}

/** A timer that is not counted itself. */
const nextRound = () =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve), ROUND_MS);
  });

module.exports = HandlesEnvironment;
