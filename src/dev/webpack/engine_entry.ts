/** The engine without the server: what `scripts/security.js` and the benches call. */
export { runSecurityCli } from '../../engine/cli';
export { startEmbeddedEngine } from '../../engine';
