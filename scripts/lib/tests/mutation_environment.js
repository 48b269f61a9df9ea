'use strict';
/**
 * Records which test file reaches code outside of its tests: while it loads, and in hooks. Stryker
 * calls such coverage static, and would judge a server that starts in `beforeAll` by every test or
 * by none.
 */
const path = require('node:path');
const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner');
const { TestEnvironment } = require('jest-environment-node');
const { WHOLE_FILE } = require('./mutation_plugins');

const TIMEOUT_MS = 300_000;

class MutationEnvironment extends mixinJestEnvironment(TestEnvironment) {
  constructor(config, context) {
    super(config, context);
    const coverage = this.global[this.global.__strykerGlobalNamespace__ ?? '__stryker__'];
    const file = WHOLE_FILE + path.relative(config.projectConfig.rootDir, context.testPath);
    const handle = this.handleTestEvent;
    coverage.currentTestId = file;
    this.handleTestEvent = async (event, state) => {
      await handle(event, state);
      // On a busy machine, a slow test must neither count as a detection nor end the run.
      if (event.name === 'run_start') state.testTimeout = Math.max(state.testTimeout, TIMEOUT_MS);
      coverage.currentTestId ??= file;
    };
  }
}

module.exports = MutationEnvironment;
