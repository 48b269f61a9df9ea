/** Changes entries to what the folder says, with all checks of an import. */
import { CodedError, type ImportReceived } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import type { ApplyOptions, ChangeTools, DesiredEntries } from '@sd/plugins/security/server';
import { DRIFT_ERRORS } from '../../common';
import type { DriftedEntry } from './differences';

/**
 * @param stillReviewed - throws if the differences have changed. Called after the versions were
 *   read that the changes replace, so that these are the reviewed ones.
 * @throws {CodedError}
 */
export async function putBack(
  { plan, apply }: Pick<ChangeTools, 'plan' | 'apply'>,
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
  const { changes, problems } = await plan(engine, toDesired(selected));
  if (problems.length > 0) return { is_done: false, is_whole: true, results: problems };
  await stillReviewed();
  return apply(engine, changes, options);
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
