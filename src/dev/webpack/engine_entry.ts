/**
 * The engine without the server: what `bin/security`, `scripts/security.js` and the benches call.
 */
import { runOfflineTool } from '../../core/server/offline_cli';
import { runSecurityCli } from '../../backend/embedded/cli';

export { startEmbeddedEngine } from '../../backend/embedded';

export const main = (argv: readonly string[], command: string): Promise<void> =>
  runOfflineTool(runSecurityCli, argv, command);
