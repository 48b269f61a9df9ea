/** Entry point of the server, with the functions that `scripts/start.js` calls. */
export { main } from '../../core/server/cli';
export * from '../../core/server';
