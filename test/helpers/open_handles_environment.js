'use strict';
/**
 * Fails a test file that ends with something left open: a server, a socket, a timer, a process, a
 * thread. The next file in the same process would inherit it, and a product that leaves it does not
 * end by itself.
 */
const ProcessesEnvironment = require('./processes_environment');

/** As `process.getActiveResourcesInfo()` calls what keeps a process from ending. */
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
/** A socket closes some turns of the loop after `close()`; under load that takes a while. */
const ROUNDS = 200;
const ROUND_MS = 10;
/** Events of the runner by which a file has failed without this one's word. */
const FAILURES = ['hook_failure', 'test_fn_failure', 'error'];

class HandlesEnvironment extends ProcessesEnvironment {
  /** Node does not count threads among what keeps a process from ending. */
  threads = new Set();
  seeThread = (thread) => {
    this.threads.add(thread);
    thread.once('exit', () => this.threads.delete(thread));
  };

  hasFailed = false;

  async setup() {
    await super.setup();
    // Made when first asked for: whoever asks would be told of a pipe that is the process's own.
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
    // An error from here would be told instead of what failed, which may well be why.
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

/** A timer that does not count itself. */
const nextRound = () =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve), ROUND_MS);
  });

module.exports = HandlesEnvironment;
