/**
 * Change history of the configuration (`common/api.ts`): `GET /api/v1/history`, `GET
 * /api/v1/history/{id}`, `POST /api/v1/history/{id}/revert`,
 * `POST /api/v1/history/_revert`. Needs API access, and access to the
 * endpoint of each type, which the engine checks; a revert also passes the checks of the write it
 * performs. Errors: 400, 401, 403, 404 unknown change, 409 changed since or a lockout, 501 the
 * engine keeps no history.
 */
import { Type, type Static } from '@sinclair/typebox';
import {
  CHANGE_RESPONSE,
  ENGINE_ERRORS,
  FIND_LIMITS,
  HISTORY_DETAILS,
  HISTORY_LIST_RESPONSE,
  REVERT_OPTIONS,
  REVERT_TOGETHER_BODY,
  REVERT_TOGETHER_RESPONSE,
  type RevertTogetherResponse,
} from '@sd/contracts';
import type {
  EngineResponse,
  HistoryChange,
  HistoryChangeDetails,
  HistoryQuery,
  ResponseFactory,
  RouteResponse,
} from '@sd/core/server';
import {
  CONFIRM_LOCKOUT,
  HISTORY_PATHS,
  HISTORY_ACTIONS,
  HISTORY_TYPES,
  SECURITY_ERRORS,
  type ChangeResponse,
  type HistoryDetails,
  type HistoryItem,
  type HistoryListResponse,
} from '../../../common';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import {
  engineMessage,
  EngineRequestError,
  lockoutAttributes,
  NOT_TRIED,
  recognise,
} from '../../engine_errors';
import { refused } from '../../errors';
import {
  lostResult,
  mapEngineErrors,
  resultOf,
  withEngineErrors,
  withTag,
} from '../shared/engine_requests';
import {
  CONFIRM_QUERY,
  LIST_VALUE,
  NAME_VALUE,
  PAGE_VALUE,
  PER_PAGE_VALUE,
  TIME_VALUE,
} from '../../../common/call_parts';
import { DEFAULT_PER_PAGE, listOf, periodOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

type RevertResult = RevertTogetherResponse['results'][number];

const ADMIN = { access: 'admin', rights: 'each' } as const;
const listQuerySchema = Type.Object({
  type: LIST_VALUE,
  name: NAME_VALUE,
  actor: NAME_VALUE,
  action: LIST_VALUE,
  search: Type.Optional(Type.String({ maxLength: FIND_LIMITS.searchLength })),
  from: TIME_VALUE,
  to: TIME_VALUE,
  page: PAGE_VALUE,
  per_page: PER_PAGE_VALUE,
});
const params = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
/** A missing body means no options. */
const revertBody = Type.Union([REVERT_OPTIONS, Type.Null()]);

const ERRORS = [ENGINE_ERRORS.noHistoryAccess, SECURITY_ERRORS.featureUnsupported];

/** Names in the text of an error. */
const MAX_NAMES = 10;

export function registerHistoryRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  registerRevertTogether(deps);

  router.get(
    {
      path: HISTORY_PATHS.list,
      validate: { query: listQuerySchema },
      doc: {
        summary: 'A page of the change history',
        responses: { 200: HISTORY_LIST_RESPONSE },
        errors: ERRORS,
      },
      options: ADMIN,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const query = queryOf(request.query);
        const pending = asScoped(request).history.list(query);
        const { total, items } = await resultOf(pending);
        const { page, perPage } = query;
        const body: HistoryListResponse = {
          total,
          page,
          per_page: perPage,
          items: items.map(toItem),
        };
        return response.ok({ body });
      })
  );

  router.get(
    {
      path: `${HISTORY_PATHS.list}/{id}`,
      validate: { params },
      doc: {
        summary: 'One change: before, after and difference',
        responses: { 200: HISTORY_DETAILS },
        errors: [...ERRORS, ENGINE_ERRORS.notFound],
      },
      options: ADMIN,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const pending = asScoped(request).history.get(request.params.id, { withTogether: true });
        return response.ok({ body: toDetails(await resultOf(pending)) });
      })
  );

  router.post(
    {
      path: `${HISTORY_PATHS.list}/{id}/${HISTORY_PATHS.revert}`,
      validate: { params, query: CONFIRM_QUERY, body: revertBody },
      doc: {
        summary: 'Revert a change',
        responses: { 200: CHANGE_RESPONSE },
        errors: [...ERRORS, ENGINE_ERRORS.notFound, ENGINE_ERRORS.partOfRename],
      },
      options: ADMIN,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { version, confirm_lockout: confirmsInBody = false } = request.body ?? {};
        const confirmsLockout = confirmsInBody || request.query[CONFIRM_LOCKOUT] === 'true';
        const result = await mapEngineErrors(
          asScoped(request).history.revert(request.params.id, {
            ...(version !== undefined && { version }),
            confirmsLockout,
          })
        );
        return reverted(response, result);
      })
  );
}

/**
 * Reverts changes that were made together, such as those of a promotion. Nothing is reverted if one
 * of the entries has changed since.
 */
function registerRevertTogether(deps: RouteDeps): void {
  deps.router.post(
    {
      path: `${HISTORY_PATHS.list}/${HISTORY_PATHS.revertTogether}`,
      validate: { query: CONFIRM_QUERY, body: REVERT_TOGETHER_BODY },
      doc: {
        summary: 'Take changes back that were made together',
        responses: { 200: REVERT_TOGETHER_RESPONSE },
        errors: [...ERRORS, ENGINE_ERRORS.notFound, SECURITY_ERRORS.changedSince],
      },
      options: ADMIN,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { history } = deps.asScoped(request);
        const confirmsLockout = request.query[CONFIRM_LOCKOUT] === 'true';
        // Entries were created before those that refer to them, so the newest is reverted first.
        const ids = [...new Set(request.body.changes)].sort((one, other) => other - one);
        const changes: HistoryChangeDetails[] = [];
        for (const id of ids) changes.push(await resultOf(history.get(id)));
        const stale = changes.filter(({ isLatest }) => !isLatest).map(({ name }) => name);
        if (stale.length > 0)
          return refused(response, SECURITY_ERRORS.changedSince, {
            names: stale.slice(0, MAX_NAMES).join(', '),
          });
        const results: RevertResult[] = [];
        let isLost = false;
        for (const { id, name } of changes) {
          let failure: Partial<RevertResult> | undefined = NOT_TRIED;
          if (!isLost)
            try {
              const result = await mapEngineErrors(history.revert(id, { confirmsLockout }));
              failure = result.statusCode < 400 ? undefined : { message: engineMessage(result) };
            } catch (error) {
              // What was reverted before is reported nevertheless.
              if (!(error instanceof EngineUnavailableError)) throw error;
              isLost = true;
              failure = lostResult(error);
            }
          results.push({ id, name, is_done: failure === undefined, ...failure });
        }
        return response.ok({ body: { results } });
      })
  );
}

/**
 * Success and conflict carry the entity's current version as `etag`; other responses pass through.
 */
function reverted(response: ResponseFactory, result: EngineResponse): RouteResponse {
  const headers = withTag(result);
  if (result.statusCode === 409) {
    const message = engineMessage(result);
    const attributes = { ...(lockoutAttributes(result) ?? recognise(409, message)) };
    return response.conflict({ ...headers, body: { message, attributes } });
  }
  if (result.statusCode >= 400) throw new EngineRequestError(result);
  const body: ChangeResponse = { message: engineMessage(result) };
  return response.ok({ ...headers, body });
}

/** @throws {QueryValueError} */
function queryOf(given: Static<typeof listQuerySchema>): HistoryQuery {
  const { name, actor, search, page = 1, per_page: perPage = DEFAULT_PER_PAGE } = given;
  const types = valuesOf('type', given.type, HISTORY_TYPES);
  const actions = valuesOf('action', given.action, HISTORY_ACTIONS);
  return {
    ...periodOf(given),
    page,
    perPage,
    ...(types.length > 0 && { types }),
    ...(actions.length > 0 && { actions }),
    ...(search !== undefined && { search }),
    ...(name !== undefined && { name }),
    ...(actor !== undefined && { actor }),
  };
}

/** @throws {QueryValueError} for unknown values */
function valuesOf<W extends string>(
  key: string,
  text: string | undefined,
  known: readonly W[]
): readonly W[] {
  const isKnown = (value: string): value is W => (known as readonly string[]).includes(value);
  const values = listOf(text);
  if (!values.every(isKnown)) throw new QueryValueError(key, `expected any of ${known.join(', ')}`);
  return values;
}

const toItem = (change: HistoryChange): HistoryItem => {
  const { id, atMs, actor, remoteAddress, via, reverts, renamedFrom, requestId } = change;
  const { reason, cause, type, name, action, fields, isChangedOutside } = change;
  return {
    id,
    changed_at: atMs,
    actor,
    ...(remoteAddress !== undefined && { remote_address: remoteAddress }),
    via,
    ...(reverts !== undefined && { reverts }),
    ...(renamedFrom !== undefined && { renamed_from: renamedFrom }),
    ...(requestId !== undefined && { request: requestId }),
    ...(reason !== undefined && { reason }),
    ...(cause && { cause }),
    type,
    name,
    action,
    ...(fields && { fields: [...fields] }),
    ...(isChangedOutside && { changed_outside: true }),
  };
};

const toDetails = (change: HistoryChangeDetails): HistoryDetails => {
  const { before, after, diff, together = [], rename, isLatest, currentVersion } = change;
  return {
    ...toItem(change),
    ...(before && { before }),
    ...(after && { after }),
    diff,
    together: together.map(toItem),
    ...(rename && { rename: toItem(rename) }),
    is_latest: isLatest,
    current_version: currentVersion,
  };
};
