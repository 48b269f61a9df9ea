/**
 * The engine without the server: what `bin/security`, `scripts/security.js` and the benches call.
 */
import { runOfflineTool } from '../../core/server/offline_cli';
import { runTool } from '../../backend/migration';

export { startEmbeddedEngine } from '../../backend/embedded';

export const main = (argv: readonly string[], command: string): Promise<void> =>
  runOfflineTool(runTool, argv, command);
