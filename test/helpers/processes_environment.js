'use strict';
/**
 * Ends the processes that a test file leaves running, for example a server or browser after a
 * failed `beforeAll`. Their pipes would keep this process alive.
 */
const { channel } = require('node:diagnostics_channel');
const { TestEnvironment } = require('jest-environment-node');

class ProcessesEnvironment extends TestEnvironment {
  processes = new Set();
  seeProcess = ({ process: child }) => {
    this.processes.add(child);
    child.once('exit', () => this.processes.delete(child));
  };

  async setup() {
    await super.setup();
    channel('child_process').subscribe(this.seeProcess);
  }

  async teardown() {
    await super.teardown();
    channel('child_process').unsubscribe(this.seeProcess);
    for (const child of this.processes) child.kill('SIGKILL');
  }
}

module.exports = ProcessesEnvironment;
