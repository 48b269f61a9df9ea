/** The server's main file: what `scripts/start.js` calls, and core's entry point. */
export { main } from '../../core/server/cli';
export * from '../../core/server';
