'use strict';
/** jest configuration of mutation tests: the project `server`, in Stryker's copy of the sources. */
const readConfig = require('../../jest.config');

module.exports = async () => {
  const { projects } = await readConfig();
  return {
    ...projects.find(({ displayName }) => displayName === 'server'),
    testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
    // Slow by nature: thousands of cases, killed processes.
    testPathIgnorePatterns: ['\\.slow\\.test', '/sqlite/backup\\.test', '/cli/'],
    ...(process.env.MUTATE_TESTS && { testMatch: process.env.MUTATE_TESTS.split(',') }),
    // A slow test must not count as a detection.
    testTimeout: 300_000,
  };
};
