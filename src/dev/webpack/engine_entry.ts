/** The engine without the server: what `scripts/security.js` and the benches call. */
export { loadOfflineConfig } from '../../core/server/config';
export { runSecurityCli } from '../../engine/cli';
export { startEmbeddedEngine } from '../../engine';
