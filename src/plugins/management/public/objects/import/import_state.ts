/**
 * The course of an import: a first try, then rounds in which what was held back is tried again as
 * the person says. Pure. Source: docs/reference/core.md#saved-objects-api, `_import` and
 * `_resolve_import_errors`.
 */
import type { ImportError, ImportResponse, ImportRetry, ImportSuccess } from '@sd/contracts';
import { keyOf } from '../objects_api';

/** What to do about objects that are there already. */
export type ImportMode = 'ask' | 'overwrite' | 'copies';

/** What to do with one object that was held back. */
export type Resolution = 'skip' | 'overwrite' | 'copy' | 'ignore_references';

export interface ImportProgress {
  readonly imported: readonly ImportSuccess[];
  /** Can be tried again. */
  readonly open: readonly ImportError[];
  /** Cannot. */
  readonly failed: readonly ImportError[];
  /** Left out on purpose. */
  readonly skipped: readonly ImportError[];
  /**
   * What was agreed to for an object so far, for it may be held back for one reason after another.
   */
  readonly agreed: ReadonlyMap<string, Omit<ImportRetry, 'type' | 'id'>>;
}

const NOTHING: ImportProgress = {
  imported: [],
  open: [],
  failed: [],
  skipped: [],
  agreed: new Map(),
};

const isOpen = ({ error }: ImportError): boolean =>
  error.type === 'conflict' || error.type === 'missing_references';

/**
 * One object that can never be imported means that nothing of the file was: then nothing is left to
 * decide.
 */
export function withResponse(
  response: ImportResponse,
  before: ImportProgress = NOTHING
): ImportProgress {
  const errors = response.errors ?? [];
  const isHopeless = errors.some((error) => !isOpen(error));
  return {
    ...before,
    imported: [...before.imported, ...(response.successResults ?? [])],
    open: isHopeless ? [] : errors,
    failed: [...before.failed, ...(isHopeless ? errors : [])],
  };
}

/** The choices an object leaves; the first is the harmless one. */
export const resolutionsFor = ({ error }: ImportError): readonly Resolution[] =>
  error.type === 'conflict' ? ['skip', 'overwrite', 'copy'] : ['skip', 'ignore_references'];

export interface Decided {
  readonly progress: ImportProgress;
  /** To be sent; empty when everything is skipped. */
  readonly retries: readonly ImportRetry[];
}

/** @param mode - of the first try: what was agreed to for the whole file still holds */
export function decide(
  progress: ImportProgress,
  resolutions: ReadonlyMap<string, Resolution>,
  mode: ImportMode
): Decided {
  const agreed = new Map(progress.agreed);
  const skipped: ImportError[] = [];
  const retries: ImportRetry[] = [];
  for (const error of progress.open) {
    const key = keyOf(error);
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
