/**
 * `/api/v1/change_requests`: changes for a colleague to look at and approve. Needs API access, and
 * permission to read the concerned kinds of entries; to reject, permission to change them. The
 * engine checks an approval with the permissions of the user who gives it.
 */
import {
  type ChangeRequest,
  type ChangeRequestDecision,
  type ChangeRequestSummary,
  CodedError,
  endpointFor,
  hasRight,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  LIST_CHANGE_REQUESTS,
  CREATE_CHANGE_REQUEST,
  READ_CHANGE_REQUEST,
  ALTER_CHANGE_REQUEST,
  APPLY_CHANGE_REQUEST,
  REJECT_CHANGE_REQUEST,
  WITHDRAW_CHANGE_REQUEST,
} from '../../../common';
import { CHANGE_REQUEST_ERRORS } from '../../../common/change_requests';
import {
  expiryOf,
  type StoredChange,
  type StoredRequest,
} from '../../change_requests/change_request_store';
import type { RouteDeps } from '../shared/route_deps';
import { appliedChanges } from './apply';
import { keyOf, requestedChanges, withStates } from './requested_changes';

type KindOfChange = Pick<StoredChange, 'kind'>;

const { forbidden, authorOnly, fourEyes, ownRejection } = CHANGE_REQUEST_ERRORS;

export function registerChangeRequestRoutes(deps: RouteDeps): void {
  const { handle, asScoped, alarms, changeRequests, appliedRequests, logger } = deps;

  handle(LIST_CHANGE_REQUESTS, async ({ request }) => {
    const all = await changeRequests.list();
    const seen: StoredRequest[] = [];
    for (const one of all)
      if (mayUse(request, 'GET', one.changes)) seen.push(await settled(request, one));
    const waiting = seen.filter(
      (one) =>
        changeRequests.stateOf(one) === 'open' &&
        !isOwn(request, one) &&
        mayUse(request, 'PUT', one.changes)
    ).length;
    const items = seen.map((one) => summaryOf(request, one));
    return { items, waiting };
  });

  handle(CREATE_CHANGE_REQUEST, async ({ body, engine, request }) => {
    const { title, reason = '', changes } = body;
    checkRight(request, 'GET', changes);
    const author = userOf(request);
    const id = await changeRequests.add({
      title: title.trim(),
      author,
      changes: await requestedChanges(engine, changes),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    });
    logger.info('A change request was created.', { by: author, id });
    const made = await changeRequests.get(id);
    alarms.changeRequested(made);
    return shown(request, made);
  });

  handle(READ_CHANGE_REQUEST, async ({ params, request }) => {
    const found = await changeRequests.get(params.id);
    checkRight(request, 'GET', found.changes);
    return shown(request, await settled(request, found));
  });

  handle(ALTER_CHANGE_REQUEST, async ({ params, body, engine, request }) => {
    const { id } = params;
    const { revision, changes = [], removed = [] } = body;
    const found = await changeRequests.get(id);
    checkAuthor(request, found);
    checkRight(request, 'GET', [...found.changes, ...changes]);
    const added = await requestedChanges(engine, changes);
    const replaced = new Set([...added, ...removed].map(keyOf));
    await changeRequests.change(id, revision, (before) => ({
      changes: [...before.changes.filter((one) => !replaced.has(keyOf(one))), ...added],
    }));
    return shown(request, await changeRequests.get(id));
  });

  handle(APPLY_CHANGE_REQUEST, async ({ params, engine, request }) => {
    const { revision, comment, dry_run: isDryRun = false } = request.body;
    const stored = await changeRequests.get(params.id);
    checkRight(request, 'GET', stored.changes);
    const found = changeRequests.open(await settled(request, stored), revision);
    if (!isDryRun && !mayApprove(request, found)) throw new CodedError(fourEyes);
    const approval = { by: userOf(request), ...(comment !== undefined && { comment }) };
    if (!isDryRun) await changeRequests.setApplying(found.id, approval);
    const body = await appliedChanges(deps.because, engine, request, found, isDryRun);
    if (body.is_done && !isDryRun) await appliedRequests.record(found, approval);
    else if (!isDryRun) await changeRequests.setApplying(found.id, undefined);
    return body;
  });

  handle(REJECT_CHANGE_REQUEST, async ({ params, body, request }) => {
    const found = await changeRequests.get(params.id);
    if (isOwn(request, found)) throw new CodedError(ownRejection);
    checkRight(request, 'PUT', found.changes);
    const after = await close(request, found, 'rejected', body);
    alarms.changeRequested(after);
    return shown(request, after);
  });

  handle(WITHDRAW_CHANGE_REQUEST, async ({ params, body, request }) => {
    const found = await changeRequests.get(params.id);
    checkAuthor(request, found);
    return shown(request, await close(request, found, 'withdrawn', body));
  });

  /** Closes an open request without making its changes. */
  async function close(
    request: RouteRequest,
    found: StoredRequest,
    state: 'rejected' | 'withdrawn',
    { revision, comment }: ChangeRequestDecision
  ): Promise<StoredRequest> {
    const { id } = found;
    changeRequests.open(await settled(request, found), revision);
    const by = userOf(request);
    const decided = { state, by, at: changeRequests.now(), ...(comment && { comment }) };
    await changeRequests.change(id, revision, () => ({ decided }));
    logger.info(`A change request was ${state}.`, { by, id });
    return changeRequests.get(id);
  }

  /**
   * A request whose changes were made by another server that ended before it recorded that: it is
   * applied then, by the user who approved it. The start of a server finds its own ones.
   */
  async function settled(request: RouteRequest, found: StoredRequest): Promise<StoredRequest> {
    const { applying } = found;
    if (!applying || !changeRequests.isInterrupted(found)) return found;
    const states = await withStates(asScoped(request), found.changes, true);
    const isMade = states.every(({ state }) => state === 'done');
    return isMade ? appliedRequests.record(found, applying) : found;
  }

  async function shown(request: RouteRequest, found: StoredRequest): Promise<ChangeRequest> {
    const isOpen = changeRequests.stateOf(found) === 'open';
    const canChange = isOpen && mayUse(request, 'PUT', found.changes);
    return {
      ...summaryOf(request, found),
      changes: await withStates(asScoped(request), found.changes, isOpen),
      can_apply: canChange && mayApprove(request, found),
      can_reject: canChange && !isOwn(request, found),
    };
  }

  const mayApprove = (request: RouteRequest, found: StoredRequest): boolean =>
    !deps.config.change_requests.four_eyes || !isOwn(request, found);

  function summaryOf(request: RouteRequest, found: StoredRequest): ChangeRequestSummary {
    const { id, revision, title, reason, author, createdAt, changes, decided } = found;
    return {
      id,
      revision,
      title,
      author,
      created_at: createdAt,
      expires_at: expiryOf(found),
      state: changeRequests.stateOf(found),
      count: changes.length,
      is_own: isOwn(request, found),
      ...(reason !== undefined && { reason }),
      ...(decided && {
        decided: {
          by: decided.by,
          at: decided.at,
          ...(decided.comment !== undefined && { comment: decided.comment }),
        },
      }),
    };
  }

  /** @throws {CodedError} */
  function checkRight(
    request: RouteRequest,
    method: 'GET' | 'PUT',
    changes: readonly KindOfChange[]
  ): void {
    if (!mayUse(request, method, changes)) throw new CodedError(forbidden);
  }
}

/** Whether the caller may use the endpoints of all kinds with a method, and read them. */
function mayUse(
  { auth }: RouteRequest,
  method: 'GET' | 'PUT',
  changes: readonly KindOfChange[]
): boolean {
  const disabled = auth?.identity.disabledEndpoints ?? {};
  return changes.every(({ kind }) => {
    const endpoint = endpointFor(kind);
    return hasRight(disabled, `GET ${endpoint}`) && hasRight(disabled, `${method} ${endpoint}`);
  });
}

const userOf = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';

const isOwn = (request: RouteRequest, { author }: StoredRequest): boolean =>
  userOf(request) === author;

/** @throws {CodedError} */
function checkAuthor(request: RouteRequest, found: StoredRequest): void {
  const { author } = found;
  if (!isOwn(request, found)) throw new CodedError(authorOnly, { author });
}
