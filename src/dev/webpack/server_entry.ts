/** The server's main file: what `scripts/start.js` calls, and core's door. */
export { main } from '../../core/server/cli';
export * from '../../core/server';
