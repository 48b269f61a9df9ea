/** Replaces `src/workers/worker_file` in tests, so that threads run the sources. */
import { join } from 'node:path';

export const workerFile = (base: string): string => `${base}.ts`;

export const workerExecArgv: readonly string[] = [
  '--require',
  join(__dirname, 'worker_register.js'),
];
