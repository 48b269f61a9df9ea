'use strict';
/** Of the tests that mutation runs: the server's, in the copy of the project it stands in. */
const { projects } = require('../../../jest.config');

module.exports = {
  ...projects.find(({ displayName }) => displayName === 'server'),
  setupFiles: ['<rootDir>/test/helpers/mutation_setup.ts'],
  testEnvironment: require.resolve('./mutation_environment'),
};
