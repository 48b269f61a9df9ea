/**
 * Entry point of the engine without the server, used by `bin/security`, `scripts/security.js` and
 * the benchmarks.
 */
import { runOfflineTool } from '../../core/server/offline_cli';
import { runTool } from '../../backend/migration';

export { startEmbeddedEngine } from '../../backend/embedded';

export const main = (argv: readonly string[], command: string): Promise<void> =>
  runOfflineTool(runTool, argv, command);
