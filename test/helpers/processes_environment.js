'use strict';
/**
 * Ends the processes that a test file leaves, a server or a browser after a `beforeAll` that failed
 * half-way: their pipes would keep this process from ever ending.
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
