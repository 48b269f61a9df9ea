/** Whether audit events can be written to `engine.audit.file`, before anything is started. */
import { accessSync, constants, statfsSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';

/** procfs, sysfs, debugfs, tracefs, cgroups: writing there changes the system. */
const KERNEL_FILE_SYSTEMS: readonly number[] = [
  0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x27e0eb, 0x63677270,
];

/** @throws {StartError} in one line, when it could never be a log file */
export function assertAuditFile({
  engine: {
    audit: { file },
  },
}: {
  readonly engine: { readonly audit: { readonly file?: string } };
}): void {
  const problem = file === undefined ? undefined : findProblem(file);
  if (problem !== undefined)
    throw new StartError(
      `[config validation of [engine.audit.file]]: ${problem}`,
      EXIT_INVALID_CONFIG
    );
}

function findProblem(file: string): string | undefined {
  try {
    const state = getState(file);
    if (state?.isDirectory()) return `${file} is a folder; name a file`;
    if (state && !state.isFile()) return `${file} is not a regular file`;
    const folder = dirname(file);
    if (!state && !getState(folder)?.isDirectory()) return `there is no folder ${folder}`;
    const existing = state ? file : folder;
    if (KERNEL_FILE_SYSTEMS.includes(statfsSync(existing).type))
      return `${file} belongs to the kernel; name a file on a disk`;
    accessSync(existing, constants.W_OK);
    return undefined;
  } catch (error) {
    return `${file} cannot be used: ${(error as Error).message}`;
  }
}

const getState = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
