/** Changes entries to what the folder says, with all checks of an import. */
import { CodedError, type ImportReceived } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { DRIFT_ERRORS } from '../../common';
import { applyChanges, type ApplyOptions } from '../changes/apply';
import { type DesiredEntries, planChanges } from '../changes/plan';
import type { DriftedEntry } from './differences';

/**
 * @param stillReviewed - throws if the differences have changed. Called after the versions were
 *   read that the changes replace, so that these are the reviewed ones.
 * @throws {CodedError}
 */
export async function putBack(
  engine: ScopedEngineClient,
  selected: readonly DriftedEntry[],
  options: ApplyOptions,
  stillReviewed: () => Promise<void>
): Promise<ImportReceived> {
  const unknown = selected.find(({ hasVariables }) => hasVariables);
  if (unknown) {
    const { kind, name } = unknown;
    throw new CodedError(DRIFT_ERRORS.variables, { kind, name });
  }
  const { changes, problems } = await planChanges(engine, toDesired(selected));
  if (problems.length > 0) return { is_done: false, is_whole: true, results: problems };
  await stillReviewed();
  return applyChanges(engine, changes, options);
}

/** An entry that the folder does not have is removed. */
const toDesired = (selected: readonly DriftedEntry[]): readonly DesiredEntries[] =>
  [...new Set(selected.map(({ kind }) => kind))].map((kind) => {
    const own = selected.filter((entry) => entry.kind === kind);
    return {
      kind,
      entries: Object.fromEntries(
        own.flatMap(({ name, desired }) => (desired ? [[name, desired]] : []))
      ),
      removed: own.filter(({ desired }) => !desired).map(({ name }) => name),
    };
  });
