/**
 * `/api/v1/drift`: how the configuration of this installation differs from a folder of files, and
 * both ways to end that. Needs API access; kinds that the caller may not read are left out.
 */
import { CodedError, DRIFT_LIMITS, type DriftEntry, type ImportKind } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { DRIFT_ERRORS, READ_DRIFT, PUT_DRIFT_BACK, ACCEPT_DRIFT } from '../../../common';
import { applyOptions } from '../../changes/apply';
import type { DriftedEntry } from '../../drift/differences';
import type { ComparedFolder, DriftChecker } from '../../drift/drift_checker';
import { mapEngineErrors } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';
import { acceptIntoFiles } from '../../drift/accept';
import { readLastChange } from './last_change';
import { putBack } from '../../drift/put_back';
import { unreadableKinds } from './readable_kinds';
import { selectionOf } from '../../drift/selection';

export function registerDriftRoutes(deps: RouteDeps): void {
  const { handle, asScoped, logger } = deps;

  handle(READ_DRIFT, async ({ query, engine, request }) => {
    const checker = checkerOf(deps);
    const { page = 1, per_page: perPage = DRIFT_LIMITS.perPage } = query;
    const result = await mapEngineErrors(checker.check());
    const { state, checkedAtMs } = result;
    const basics = { folder: checker.folder, checked_at: checkedAtMs };
    if (result.state === 'broken') {
      const problems = result.problems.slice(0, DRIFT_LIMITS.problems);
      return { ...NOTHING_COMPARED, ...basics, state, problems };
    }
    const { entries, unreadable } = await visible(request, result);
    const shown = entries.slice((page - 1) * perPage, page * perPage);
    const { history } = engine;
    const differences: DriftEntry[] = [];
    for (const entry of shown) {
      differences.push({ ...bodyOf(entry), ...(await readLastChange(history, entry)) });
    }
    return {
      ...NOTHING_COMPARED,
      ...basics,
      state,
      revision: result.revision,
      differences,
      total: entries.length,
      ignored: result.ignored,
      left_out: [...result.leftOut],
      unreadable: [...unreadable],
    };
  });

  handle(PUT_DRIFT_BACK, async ({ body, engine, request }) => {
    const checker = checkerOf(deps);
    const selected = await selection(checker, request);
    const options = applyOptions(request, body.dry_run);
    const outcome = await putBack(engine, selected, options, async () => {
      await compared(checker, body.revision);
    });
    if (!body.dry_run) await checker.check().catch(() => undefined);
    return outcome;
  });

  handle(ACCEPT_DRIFT, ({ body, request }) => {
    const checker = checkerOf(deps);
    return oneByOne(async () => {
      const selected = await selection(checker, request);
      const { files } = await compared(checker, body.revision);
      const written = await acceptIntoFiles(checker, files, selected, async () => {
        await compared(checker, body.revision);
      });
      const by = request.auth?.identity.userName;
      logger.info('Drift was accepted into the folder.', { by, files: written });
      await checker.check().catch(() => undefined);
      return { files: [...written] };
    });
  });

  /** Two requests that write files must not both begin with the same text. */
  let last: Promise<unknown> = Promise.resolve();
  function oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  async function visible(
    request: RouteRequest,
    { entries, files }: ComparedFolder
  ): Promise<{
    readonly entries: readonly DriftedEntry[];
    readonly unreadable: ReadonlySet<ImportKind>;
  }> {
    const kinds = files.map(({ kind }) => kind);
    const unreadable = await unreadableKinds(asScoped(request), kinds);
    return { entries: entries.filter(({ kind }) => !unreadable.has(kind)), unreadable };
  }

  /** @throws {CodedError} */
  async function selection(
    checker: DriftChecker,
    request: RouteRequest<unknown, unknown, Parameters<typeof selectionOf>[1]>
  ): Promise<readonly DriftedEntry[]> {
    const result = await compared(checker, request.body.revision);
    const { entries } = await visible(request, result);
    return selectionOf(entries, request.body);
  }
}

/** @throws {CodedError} without a configured folder */
function checkerOf({ drift }: Pick<RouteDeps, 'drift'>): DriftChecker {
  if (!drift) throw new CodedError(DRIFT_ERRORS.off);
  return drift;
}

/** @throws {CodedError} if the differences are others than those that were reviewed */
async function compared(checker: DriftChecker, revision: string): Promise<ComparedFolder> {
  const result = await mapEngineErrors(checker.check());
  if (result.state === 'broken') throw new CodedError(DRIFT_ERRORS.broken);
  if (result.revision !== revision) throw new CodedError(DRIFT_ERRORS.stale);
  return result;
}

const NOTHING_COMPARED = {
  revision: '',
  total: 0,
  differences: [],
  ignored: 0,
  problems: [],
  left_out: [],
  unreadable: [],
};

const bodyOf = ({
  desired: _desired,
  accepted: _accepted,
  hasVariables: _hasVariables,
  ...entry
}: DriftedEntry): DriftEntry => entry;
