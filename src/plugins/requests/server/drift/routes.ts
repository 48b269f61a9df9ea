/**
 * `/api/v1/drift`: how the configuration of this installation differs from a folder of files, and
 * both ways to end that. Needs API access; kinds that the caller may not read are left out.
 */
import { CodedError, DRIFT_LIMITS, type DriftEntry, type ImportKind } from '@sd/contracts';
import type { CoreSetup, Logger, RouteRequest } from '@sd/core/server';
import type { EngineCalls, SecurityPluginSetup } from '@sd/plugins/security/server';
import { DRIFT_ERRORS, READ_DRIFT, PUT_DRIFT_BACK, ACCEPT_DRIFT } from '../../common';
import { acceptIntoFiles } from './accept';
import type { DriftedEntry } from './differences';
import type { ComparedFolder, DriftChecker } from './drift_checker';
import { readLastChange } from './last_change';
import { putBack } from './put_back';
import { getSelection } from './selection';

interface DriftRouteDeps extends Pick<SecurityPluginSetup, 'changes' | 'mapEngineErrors'> {
  readonly handle: EngineCalls['handle'];
  readonly asScoped: CoreSetup['engine']['asScoped'];
  /** Absent without a configured folder. */
  readonly checker: DriftChecker | undefined;
  readonly logger: Logger;
}

export function registerDriftRoutes(deps: DriftRouteDeps): void {
  const { handle, asScoped, changes, mapEngineErrors, logger } = deps;

  handle(READ_DRIFT, async ({ query, engine, request }) => {
    const checker = makeChecker(deps);
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
      differences.push({ ...toBody(entry), ...(await readLastChange(deps, history, entry)) });
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
    const checker = makeChecker(deps);
    const selected = await selection(checker, request);
    const options = changes.applyOptions(request, body.dry_run);
    const outcome = await putBack(changes, engine, selected, options, async () => {
      await compareAll(checker, body.revision);
    });
    if (!body.dry_run) await checker.check().catch(() => undefined);
    return outcome;
  });

  handle(ACCEPT_DRIFT, ({ body, request }) => {
    const checker = makeChecker(deps);
    return oneByOne(async () => {
      const selected = await selection(checker, request);
      const { files } = await compareAll(checker, body.revision);
      const written = await acceptIntoFiles(checker, files, selected, async () => {
        await compareAll(checker, body.revision);
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
    const unreadable = await changes.unreadableKinds(asScoped(request), kinds);
    return { entries: entries.filter(({ kind }) => !unreadable.has(kind)), unreadable };
  }

  /** @throws {CodedError} */
  async function selection(
    checker: DriftChecker,
    request: RouteRequest<unknown, unknown, Parameters<typeof getSelection>[1]>
  ): Promise<readonly DriftedEntry[]> {
    const result = await compareAll(checker, request.body.revision);
    const { entries } = await visible(request, result);
    return getSelection(entries, request.body);
  }

  /** @throws {CodedError} if the differences are others than those that were reviewed */
  async function compareAll(checker: DriftChecker, revision: string): Promise<ComparedFolder> {
    const result = await mapEngineErrors(checker.check());
    if (result.state === 'broken') throw new CodedError(DRIFT_ERRORS.broken);
    if (result.revision !== revision) throw new CodedError(DRIFT_ERRORS.stale);
    return result;
  }
}

/** @throws {CodedError} without a configured folder */
function makeChecker({ checker }: Pick<DriftRouteDeps, 'checker'>): DriftChecker {
  if (!checker) throw new CodedError(DRIFT_ERRORS.off);
  return checker;
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

const toBody = ({
  desired: _desired,
  accepted: _accepted,
  hasVariables: _hasVariables,
  ...entry
}: DriftedEntry): DriftEntry => entry;
