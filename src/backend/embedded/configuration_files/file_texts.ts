/** Parses and changes the texts of configuration files on worker threads. */
import { DRIFT_LIMITS } from '../../../contracts/limits';
import { type WorkerPool, workerTask } from '../../../workers';
import type { ConfigurationFiles } from '../../api/configuration_files';
import type { run as changeFile } from './change_file_worker';
import type { run as parseFiles } from './parse_files_worker';

const options = { folder: __dirname, timeLimitMs: DRIFT_LIMITS.workMs, isLong: true };
const PARSE = workerTask<typeof parseFiles>({ ...options, name: 'parse_files_worker' });
const CHANGE = workerTask<typeof changeFile>({ ...options, name: 'change_file_worker' });
const KEY = ['configuration_files'] as const;

export const fileTexts = (workers: WorkerPool): ConfigurationFiles => ({
  parse: (texts) => workers.run(PARSE, texts, KEY),
  change: (change) => workers.run(CHANGE, change, KEY),
});
