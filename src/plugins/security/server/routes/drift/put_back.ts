/** Changes entries to what the folder says, with all checks of an import. */
import {
  CodedError,
  type DriftPutBack,
  type ImportKind,
  type ImportReceived,
  type ImportRequest,
} from '@sd/contracts';
import type { RouteRequest, ScopedEngineClient } from '@sd/core/server';
import { type CONFIRM_LOCKOUT, DRIFT_ERRORS } from '../../../common';
import type { DriftedEntry } from '../../drift/differences';
import { imported, planOf } from '../configuration_import';

type Change = ImportRequest['changes'][number];

/**
 * @param stillReviewed - throws if the differences have changed. Called after the versions were
 *   read that the changes replace, so that these are the reviewed ones.
 * @throws {CodedError}
 */
export async function putBack(
  engine: ScopedEngineClient,
  request: RouteRequest<unknown, { readonly [CONFIRM_LOCKOUT]?: string | undefined }, DriftPutBack>,
  selected: readonly DriftedEntry[],
  stillReviewed: () => Promise<void>
): Promise<ImportReceived> {
  const unknown = selected.find(({ hasVariables }) => hasVariables);
  if (unknown) {
    const { kind, name } = unknown;
    throw new CodedError(DRIFT_ERRORS.variables, { kind, name });
  }
  const changes: Change[] = [];
  const problems: ImportReceived['results'][number][] = [];
  for (const kind of new Set(selected.map((entry) => entry.kind)))
    for (const item of await plannedOf(engine, kind, selected)) {
      const { name, action, version, problem } = item;
      if (problem !== undefined) problems.push({ kind, name, is_done: false, message: problem });
      const entry = selected.find((one) => one.kind === kind && one.name === name)?.desired;
      changes.push({
        kind,
        name,
        action,
        ...(version !== undefined && { version }),
        ...(action !== 'delete' && { entry: entry ?? null }),
      });
    }
  if (problems.length > 0) return { is_done: false, is_whole: true, results: problems };
  await stillReviewed();
  return imported(engine, request, { changes, trial: request.body.dry_run === true });
}

async function plannedOf(
  engine: ScopedEngineClient,
  kind: ImportKind,
  selected: readonly DriftedEntry[]
) {
  const own = selected.filter((entry) => entry.kind === kind);
  const entries = Object.fromEntries(
    own.flatMap(({ name, desired }) => (desired ? [[name, desired]] : []))
  );
  const removed = own.filter(({ desired }) => !desired).map(({ name }) => name);
  return (await planOf(engine, kind, { entries, removed })).items;
}
