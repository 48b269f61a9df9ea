'use strict';
/** jest configuration of mutation runs: the server's tests, in Stryker's copy of the project. */
const { projects } = require('../../../jest.config');

module.exports = {
  ...projects.find(({ displayName }) => displayName === 'server'),
  setupFiles: ['<rootDir>/test/helpers/mutation_setup.ts'],
  testEnvironment: require.resolve('./mutation_environment'),
};
