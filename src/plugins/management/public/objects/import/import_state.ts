/** State of an import: a first attempt, then retries with the user's decisions. */
import type { ImportError, ImportResponse, ImportRetry, ImportSuccess } from '@sd/contracts';
import { toKey } from '../objects_api';

/** Handling of objects that already exist. */
export type ImportMode = 'ask' | 'overwrite' | 'copies';

/** Decision for one object that was not imported. */
export type Resolution = 'skip' | 'overwrite' | 'copy' | 'ignore_references';

export interface ImportProgress {
  readonly imported: readonly ImportSuccess[];
  /** Retryable errors. */
  readonly open: readonly ImportError[];
  /** Permanent errors. */
  readonly failed: readonly ImportError[];
  /** Objects that the user skipped. */
  readonly skipped: readonly ImportError[];
  /** Decisions so far, by object: an object can fail for several reasons in turn. */
  readonly agreed: ReadonlyMap<string, Omit<ImportRetry, 'type' | 'id'>>;
}

const NO_PROGRESS: ImportProgress = {
  imported: [],
  open: [],
  failed: [],
  skipped: [],
  agreed: new Map(),
};

const isOpen = ({ error }: ImportError): boolean =>
  error.type === 'conflict' || error.type === 'missing_references';

/**
 * If one object can never be imported, nothing of the file was imported and no decision is left.
 */
export function withResponse(
  response: ImportResponse,
  before: ImportProgress = NO_PROGRESS
): ImportProgress {
  const errors = response.errors ?? [];
  const isUnresolvable = errors.some((error) => !isOpen(error));
  return {
    ...before,
    imported: [...before.imported, ...(response.successResults ?? [])],
    open: isUnresolvable ? [] : errors,
    failed: [...before.failed, ...(isUnresolvable ? errors : [])],
  };
}

/** Available decisions for an error; the first is the safe default. */
export const resolutionsFor = ({ error }: ImportError): readonly Resolution[] =>
  error.type === 'conflict' ? ['skip', 'overwrite', 'copy'] : ['skip', 'ignore_references'];

export interface ImportDecision {
  readonly progress: ImportProgress;
  /** Objects to send; empty if everything is skipped. */
  readonly retries: readonly ImportRetry[];
}

/** @param mode - mode of the first attempt; its file-wide decision still applies */
export function decide(
  progress: ImportProgress,
  resolutions: ReadonlyMap<string, Resolution>,
  mode: ImportMode
): ImportDecision {
  const agreed = new Map(progress.agreed);
  const skipped: ImportError[] = [];
  const retries: ImportRetry[] = [];
  for (const error of progress.open) {
    const key = toKey(error);
    const resolution = resolutions.get(key) ?? 'skip';
    if (resolution === 'skip') {
      skipped.push(error);
      continue;
    }
    const flags = {
      ...(mode === 'overwrite' && { overwrite: true }),
      ...agreed.get(key),
      ...(resolution === 'overwrite' && { overwrite: true }),
      ...(resolution === 'copy' && { createNewCopy: true }),
      ...(resolution === 'ignore_references' && { ignoreMissingReferences: true }),
    };
    agreed.set(key, flags);
    retries.push({ type: error.type, id: error.id, ...flags });
  }
  const next = { ...progress, agreed, open: [], skipped: [...progress.skipped, ...skipped] };
  return { progress: next, retries };
}
