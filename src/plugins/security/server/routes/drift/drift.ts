/**
 * `/api/v1/drift`: how the configuration of this installation differs from a folder of files, and
 * both ways to end that. Needs API access; kinds that the caller may not read are left out.
 */
import {
  DRIFT,
  DRIFT_ACCEPT,
  DRIFT_ACCEPTED,
  DRIFT_LIMITS,
  DRIFT_PUT_BACK,
  DRIFT_QUERY,
  type DriftBody,
  type DriftEntry,
  IMPORT_RESPONSE,
  type ImportKind,
} from '@sd/contracts';
import type { RouteRequest, RouteResponse, ResponseFactory } from '@sd/core/server';
import { DRIFT_ERRORS, DRIFT_PATH, DRIFT_PATHS } from '../../../common';
import type { DriftedEntry } from '../../drift/differences';
import type { ComparedFolder, DriftChecker } from '../../drift/drift_checker';
import { refused } from '../../errors';
import { mapEngineErrors, withEngineErrors } from '../shared/engine_requests';
import { CONFIRM_QUERY } from '../../../common/call_parts';
import type { RouteDeps } from '../shared/route_deps';
import { accepted } from './accept';
import { readLastChange } from './last_change';
import { putBack } from './put_back';
import { unreadableKinds } from './readable_kinds';
import { DriftError } from './drift_error';
import { selectionOf } from './selection';

const OPTIONS = {
  access: 'admin',
  rights: 'each',
  rateLimitPerMinute: DRIFT_LIMITS.perMinute,
} as const;
const CHANGE_ERRORS = [
  DRIFT_ERRORS.off,
  DRIFT_ERRORS.broken,
  DRIFT_ERRORS.stale,
  DRIFT_ERRORS.unknownEntry,
];

export function registerDriftRoutes(deps: RouteDeps): void {
  const { router, asScoped, logger } = deps;

  router.get(
    {
      path: DRIFT_PATH,
      validate: { query: DRIFT_QUERY },
      doc: {
        summary: 'How the configuration differs from the folder with the desired one',
        responses: { 200: DRIFT },
        errors: [DRIFT_ERRORS.off],
      },
      options: OPTIONS,
    },
    (request, response) =>
      withFolder(response, async (checker) => {
        const { page = 1, per_page: perPage = DRIFT_LIMITS.perPage } = request.query;
        const result = await mapEngineErrors(checker.check());
        const { state, checkedAtMs } = result;
        const basics = { folder: checker.folder, checked_at: checkedAtMs };
        if (result.state === 'broken') {
          const problems = result.problems.slice(0, DRIFT_LIMITS.problems);
          return response.ok({ body: { ...NOTHING_COMPARED, ...basics, state, problems } });
        }
        const { entries, unreadable } = await visible(request, result);
        const shown = entries.slice((page - 1) * perPage, page * perPage);
        const { history } = asScoped(request);
        const differences: DriftEntry[] = [];
        for (const entry of shown) {
          differences.push({ ...bodyOf(entry), ...(await readLastChange(history, entry)) });
        }
        const body: DriftBody = {
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
        return response.ok({ body });
      })
  );

  router.post(
    {
      path: `${DRIFT_PATH}/${DRIFT_PATHS.putBack}`,
      validate: { query: CONFIRM_QUERY, body: DRIFT_PUT_BACK },
      doc: {
        summary: 'Change entries to what the folder says',
        responses: { 200: IMPORT_RESPONSE },
        errors: [...CHANGE_ERRORS, DRIFT_ERRORS.variables],
      },
      options: OPTIONS,
    },
    (request, response) =>
      withFolder(response, async (checker) => {
        const selected = await selection(checker, request);
        const body = await putBack(asScoped(request), request, selected, async () => {
          await compared(checker, request.body.revision);
        });
        if (!request.body.dry_run) await checker.check().catch(() => undefined);
        return response.ok({ body });
      })
  );

  router.post(
    {
      path: `${DRIFT_PATH}/${DRIFT_PATHS.accept}`,
      validate: { body: DRIFT_ACCEPT },
      doc: {
        summary: 'Write the current state of entries into the folder',
        responses: { 200: DRIFT_ACCEPTED },
        errors: [...CHANGE_ERRORS, DRIFT_ERRORS.unwritable, DRIFT_ERRORS.secretOnly],
      },
      options: { ...OPTIONS, rights: 'full' },
    },
    (request, response) =>
      withFolder(response, (checker) =>
        oneByOne(async () => {
          const selected = await selection(checker, request);
          const { files } = await compared(checker, request.body.revision);
          const written = await accepted(checker, files, selected, async () => {
            await compared(checker, request.body.revision);
          });
          const by = request.auth?.identity.userName;
          logger.info('Drift was accepted into the folder.', { by, files: written });
          await checker.check().catch(() => undefined);
          return response.ok({ body: { files: [...written] } });
        })
      )
  );

  /** Two requests that write files must not both begin with the same text. */
  let last: Promise<unknown> = Promise.resolve();
  function oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  function withFolder(
    response: ResponseFactory,
    handler: (checker: DriftChecker) => Promise<RouteResponse>
  ): Promise<RouteResponse> {
    return withEngineErrors(deps, response, async () => {
      if (!deps.drift) return refused(response, DRIFT_ERRORS.off);
      try {
        return await handler(deps.drift);
      } catch (error) {
        if (!(error instanceof DriftError)) throw error;
        return refused(response, error.definition, error.params);
      }
    });
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

  /** @throws {DriftError} if the differences are others than those that were reviewed */
  async function compared(checker: DriftChecker, revision: string): Promise<ComparedFolder> {
    const result = await mapEngineErrors(checker.check());
    if (result.state === 'broken') throw new DriftError(DRIFT_ERRORS.broken);
    if (result.revision !== revision) throw new DriftError(DRIFT_ERRORS.stale);
    return result;
  }

  /** @throws {DriftError} */
  async function selection(
    checker: DriftChecker,
    request: RouteRequest<unknown, unknown, Parameters<typeof selectionOf>[1]>
  ): Promise<readonly DriftedEntry[]> {
    const result = await compared(checker, request.body.revision);
    const { entries } = await visible(request, result);
    return selectionOf(entries, request.body);
  }
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
