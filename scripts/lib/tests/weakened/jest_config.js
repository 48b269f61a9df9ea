'use strict';
/** The server's tests, on sources that lack a guard. */
const { projects, testTimeout } = require('../../../../jest.config');

const server = projects.find(({ displayName }) => displayName === 'server');
const [[files, [, options]]] = Object.entries(server.transform);

module.exports = {
  ...server,
  displayName: 'weakened',
  testTimeout,
  transform: { [files]: [require.resolve('./transform'), options] },
};
