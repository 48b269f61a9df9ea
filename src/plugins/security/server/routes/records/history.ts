/**
 * Change history of the configuration (`common/api.ts`): `GET /api/v1/history`, `GET
 * /api/v1/history/{id}`, `POST /api/v1/history/{id}/revert`,
 * `POST /api/v1/history/_revert`. Needs API access, and access to the
 * endpoint of each type, which the engine checks; a revert also passes the checks of the write it
 * performs. Errors: 400, 401, 403, 404 unknown change, 409 changed since or a lockout, 501 the
 * engine keeps no history.
 */
import type { CallQuery } from '@sd/contracts';
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
  type ChangeResponse,
  type HistoryDetails,
  type HistoryItem,
  LIST_CHANGES,
  READ_CHANGE,
  REVERT_CHANGE,
  REVERT_TOGETHER,
} from '../../../common';
import { revertTogether } from '../../changes/revert_together';
import {
  engineMessage,
  EngineRequestError,
  lockoutAttributes,
  recognise,
} from '../../engine_errors';
import { mapEngineErrors, toResult, withTag } from '../../engine_requests';
import { DEFAULT_PER_PAGE, toList, getPeriod, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

export function registerHistoryRoutes(deps: RouteDeps): void {
  const { handle, respond } = deps;

  handle(LIST_CHANGES, async ({ engine, request }) => {
    const query = toQuery(request.query);
    const { total, items } = await toResult(engine.history.list(query));
    return { total, page: query.page, per_page: query.perPage, items: items.map(toItem) };
  });

  handle(READ_CHANGE, async ({ params, engine }) => {
    const pending = engine.history.get(params.id, { withTogether: true });
    return toDetails(await toResult(pending));
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
    return toRevertResponse(response, result);
  });

  handle(REVERT_TOGETHER, ({ query, body, engine }) =>
    revertTogether(engine.history, body.changes, query[CONFIRM_LOCKOUT] === 'true')
  );
}

/**
 * Success and conflict carry the entity's current version as `etag`; other responses pass through.
 */
function toRevertResponse(response: ResponseFactory, result: EngineResponse): RouteResponse {
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
function toQuery(given: CallQuery<typeof LIST_CHANGES>): HistoryQuery {
  const { name, actor, search, page = 1, per_page: perPage = DEFAULT_PER_PAGE } = given;
  const types = listValues('type', given.type, HISTORY_TYPES);
  const actions = listValues('action', given.action, HISTORY_ACTIONS);
  return {
    ...getPeriod(given),
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
function listValues<W extends string>(
  key: string,
  text: string | undefined,
  known: readonly W[]
): readonly W[] {
  const isKnown = (value: string): value is W => (known as readonly string[]).includes(value);
  const values = toList(text);
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
