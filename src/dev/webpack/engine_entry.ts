/** Entry point of the engine without the server, for `bin/security`, scripts and benchmarks. */
import { runOfflineTool } from '../../core/server/offline_cli';
import { runTool } from '../../backend/migration';

export { DEFAULT_SETTINGS } from '../../backend/api';
export { startEmbeddedEngine } from '../../backend/embedded';
export { checkAgain, findFindings } from '../../backend/findings/find_findings';

export const main = (argv: readonly string[], command: string): Promise<void> =>
  runOfflineTool(runTool, argv, command);
