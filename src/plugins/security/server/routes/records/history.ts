/**
 * Change history of the configuration (`common/api.ts`): `GET /api/v1/history`, `GET
 * /api/v1/history/{id}`, `POST /api/v1/history/{id}/revert`,
 * `POST /api/v1/history/_revert`. Needs API access, and access to the
 * endpoint of each type, which the engine checks; a revert also passes the checks of the write it
 * performs. Errors: 400, 401, 403, 404 unknown change, 409 changed since or a lockout, 501 the
 * engine keeps no history.
 */
import { type CallQuery, CodedError, type RevertTogetherResponse } from '@sd/contracts';
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
  HISTORY_ACTIONS,
  HISTORY_TYPES,
  SECURITY_ERRORS,
  type ChangeResponse,
  type HistoryDetails,
  type HistoryItem,
  LIST_CHANGES,
  READ_CHANGE,
  REVERT_CHANGE,
  REVERT_TOGETHER,
} from '../../../common';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import {
  engineMessage,
  EngineRequestError,
  lockoutAttributes,
  NOT_TRIED,
  recognise,
} from '../../engine_errors';
import { lostResult, mapEngineErrors, resultOf, withTag } from '../shared/engine_requests';
import { DEFAULT_PER_PAGE, listOf, periodOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

type RevertResult = RevertTogetherResponse['results'][number];

/** Names in the text of an error. */
const MAX_NAMES = 10;

export function registerHistoryRoutes(deps: RouteDeps): void {
  const { handle, respond } = deps;
  registerRevertTogether(deps);

  handle(LIST_CHANGES, async ({ engine, request }) => {
    const query = queryOf(request.query);
    const { total, items } = await resultOf(engine.history.list(query));
    return { total, page: query.page, per_page: query.perPage, items: items.map(toItem) };
  });

  handle(READ_CHANGE, async ({ params, engine }) => {
    const pending = engine.history.get(params.id, { withTogether: true });
    return toDetails(await resultOf(pending));
  });

  respond(REVERT_CHANGE, async ({ params, query, body, engine }, response) => {
    const { version, confirm_lockout: confirmsInBody = false } = body ?? {};
    const confirmsLockout = confirmsInBody || query[CONFIRM_LOCKOUT] === 'true';
    const result = await mapEngineErrors(
      engine.history.revert(params.id, {
        ...(version !== undefined && { version }),
        confirmsLockout,
      })
    );
    return reverted(response, result);
  });
}

/**
 * Reverts changes that were made together, such as those of a promotion. Nothing is reverted if one
 * of the entries has changed since.
 */
function registerRevertTogether({ handle }: RouteDeps): void {
  handle(REVERT_TOGETHER, async ({ query, body, engine }) => {
    const { history } = engine;
    const confirmsLockout = query[CONFIRM_LOCKOUT] === 'true';
    // Entries were created before those that refer to them, so the newest is reverted first.
    const ids = [...new Set(body.changes)].sort((one, other) => other - one);
    const changes: HistoryChangeDetails[] = [];
    for (const id of ids) changes.push(await resultOf(history.get(id)));
    const stale = changes.filter(({ isLatest }) => !isLatest).map(({ name }) => name);
    if (stale.length > 0)
      throw new CodedError(SECURITY_ERRORS.changedSince, {
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
    return { results };
  });
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
function queryOf(given: CallQuery<typeof LIST_CHANGES>): HistoryQuery {
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
