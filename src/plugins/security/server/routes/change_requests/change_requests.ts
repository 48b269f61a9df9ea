/**
 * `/api/v1/change_requests`: changes for a colleague to look at and approve. Needs API access, and
 * permission to read the concerned kinds of entries; to reject, permission to change them. The
 * engine checks an approval with the permissions of the user who gives it.
 */
import { Type } from '@sinclair/typebox';
import {
  CHANGE_REQUEST,
  CHANGE_REQUEST_ADDITION,
  CHANGE_REQUEST_APPLY,
  CHANGE_REQUEST_BODY,
  CHANGE_REQUEST_DECISION,
  CHANGE_REQUEST_LIMITS,
  CHANGE_REQUESTS,
  type ChangeRequest,
  type ChangeRequestSummary,
  CodedError,
  endpointFor,
  hasRight,
  IMPORT_RESPONSE,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { PAGE_ERRORS } from '../../../common';
import { CHANGE_REQUEST_ERRORS, CHANGE_REQUESTS_PATH } from '../../../common/change_requests';
import {
  expiryOf,
  type StoredChange,
  type StoredRequest,
} from '../../change_requests/change_request_store';
import { refused } from '../../errors';
import { withEngineErrors } from '../shared/engine_requests';
import { CONFIRM_QUERY } from '../../../common/call_parts';
import type { RouteDeps } from '../shared/route_deps';
import { appliedChanges } from './apply';
import { keyOf, requestedChanges, withStates } from './requested_changes';

type KindOfChange = Pick<StoredChange, 'kind'>;

const OPTIONS = { access: 'admin', rights: 'each' } as const;
const CHANGE_OPTIONS = {
  ...OPTIONS,
  rateLimitPerMinute: CHANGE_REQUEST_LIMITS.perMinute,
  body: { maxBytes: CHANGE_REQUEST_LIMITS.bodyBytes },
};
const ONE = `${CHANGE_REQUESTS_PATH}/{id}`;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
const { unknown, forbidden, revised, closed, authorOnly, fourEyes, ownRejection, ...OF_CHANGES } =
  CHANGE_REQUEST_ERRORS;
const CHANGE_ERRORS = [
  ...Object.values(OF_CHANGES),
  PAGE_ERRORS.invalidName,
  PAGE_ERRORS.alreadyExists,
  PAGE_ERRORS.staleVersion,
];
const OPEN_ERRORS = [unknown, forbidden, revised, closed];

export function registerChangeRequestRoutes(deps: RouteDeps): void {
  const { router, asScoped, alarms, changeRequests, appliedRequests, logger } = deps;

  router.get(
    {
      path: CHANGE_REQUESTS_PATH,
      validate: false,
      doc: {
        summary: 'Change requests that the caller may see',
        responses: { 200: CHANGE_REQUESTS },
      },
      options: OPTIONS,
    },
    (request, response) =>
      handled(response, async () => {
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
        return response.ok({ body: { items, waiting } });
      })
  );

  router.post(
    {
      path: CHANGE_REQUESTS_PATH,
      validate: { body: CHANGE_REQUEST_BODY },
      doc: {
        summary: 'Request approval for changes',
        responses: { 200: CHANGE_REQUEST },
        errors: [forbidden, ...CHANGE_ERRORS],
      },
      options: CHANGE_OPTIONS,
    },
    (request, response) =>
      handled(response, async () => {
        const { title, reason = '', changes } = request.body;
        checkRight(request, 'GET', changes);
        const author = userOf(request);
        const id = await changeRequests.add({
          title: title.trim(),
          author,
          changes: await requestedChanges(asScoped(request), changes),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        });
        logger.info('A change request was created.', { by: author, id });
        const made = await changeRequests.get(id);
        alarms.changeRequested(made);
        return shown(request, response, made);
      })
  );

  router.get(
    {
      path: ONE,
      validate: { params },
      doc: {
        summary: 'One change request with its changes',
        responses: { 200: CHANGE_REQUEST },
        errors: [unknown, forbidden],
      },
      options: OPTIONS,
    },
    (request, response) =>
      handled(response, async () => {
        const found = await changeRequests.get(request.params.id);
        checkRight(request, 'GET', found.changes);
        return shown(request, response, await settled(request, found));
      })
  );

  router.post(
    {
      path: `${ONE}/changes`,
      validate: { params, body: CHANGE_REQUEST_ADDITION },
      doc: {
        summary: 'Add changes to an open change request, or take some out',
        responses: { 200: CHANGE_REQUEST },
        errors: [...OPEN_ERRORS, authorOnly, ...CHANGE_ERRORS],
      },
      options: CHANGE_OPTIONS,
    },
    (request, response) =>
      handled(response, async () => {
        const { id } = request.params;
        const { revision, changes = [], removed = [] } = request.body;
        const found = await changeRequests.get(id);
        checkAuthor(request, found);
        checkRight(request, 'GET', [...found.changes, ...changes]);
        const added = await requestedChanges(asScoped(request), changes);
        const replaced = new Set([...added, ...removed].map(keyOf));
        await changeRequests.change(id, revision, (before) => ({
          changes: [...before.changes.filter((one) => !replaced.has(keyOf(one))), ...added],
        }));
        return shown(request, response, await changeRequests.get(id));
      })
  );

  router.post(
    {
      path: `${ONE}/apply`,
      validate: { params, query: CONFIRM_QUERY, body: CHANGE_REQUEST_APPLY },
      doc: {
        summary: 'Approve a change request and make its changes',
        responses: { 200: IMPORT_RESPONSE },
        errors: [...OPEN_ERRORS, fourEyes],
      },
      options: CHANGE_OPTIONS,
    },
    (request, response) =>
      handled(response, async () => {
        const { revision, comment, dry_run: isDryRun = false } = request.body;
        const stored = await changeRequests.get(request.params.id);
        checkRight(request, 'GET', stored.changes);
        const found = changeRequests.open(await settled(request, stored), revision);
        if (!isDryRun && !mayApprove(request, found)) throw new CodedError(fourEyes);
        const approval = { by: userOf(request), ...(comment !== undefined && { comment }) };
        if (!isDryRun) await changeRequests.setApplying(found.id, approval);
        const body = await appliedChanges(
          deps.because,
          asScoped(request),
          request,
          found,
          isDryRun
        );
        if (body.is_done && !isDryRun) await appliedRequests.record(found, approval);
        else if (!isDryRun) await changeRequests.setApplying(found.id, undefined);
        return response.ok({ body });
      })
  );

  for (const [decision, state, summary] of [
    ['reject', 'rejected', 'Reject a change request'],
    ['withdraw', 'withdrawn', 'Withdraw an own change request'],
  ] as const)
    router.post(
      {
        path: `${ONE}/${decision}`,
        validate: { params, body: CHANGE_REQUEST_DECISION },
        doc: {
          summary,
          responses: { 200: CHANGE_REQUEST },
          errors: [...OPEN_ERRORS, decision === 'withdraw' ? authorOnly : ownRejection],
        },
        options: CHANGE_OPTIONS,
      },
      (request, response) =>
        handled(response, async () => {
          const { id } = request.params;
          const { revision, comment } = request.body;
          const found = await changeRequests.get(id);
          if (decision === 'withdraw') checkAuthor(request, found);
          else {
            if (isOwn(request, found)) throw new CodedError(ownRejection);
            checkRight(request, 'PUT', found.changes);
          }
          changeRequests.open(await settled(request, found), revision);
          const by = userOf(request);
          const decided = { state, by, at: changeRequests.now(), ...(comment && { comment }) };
          await changeRequests.change(id, revision, () => ({ decided }));
          logger.info(`A change request was ${state}.`, { by, id });
          const after = await changeRequests.get(id);
          if (decision === 'reject') alarms.changeRequested(after);
          return shown(request, response, after);
        })
    );

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

  function handled(
    response: ResponseFactory,
    handler: () => Promise<RouteResponse>
  ): Promise<RouteResponse> {
    return withEngineErrors(deps, response, async () => {
      try {
        return await handler();
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        return refused(response, error.definition, error.params);
      }
    });
  }

  async function shown(
    request: RouteRequest,
    response: ResponseFactory,
    found: StoredRequest
  ): Promise<RouteResponse> {
    const isOpen = changeRequests.stateOf(found) === 'open';
    const canChange = isOpen && mayUse(request, 'PUT', found.changes);
    const body: ChangeRequest = {
      ...summaryOf(request, found),
      changes: await withStates(asScoped(request), found.changes, isOpen),
      can_apply: canChange && mayApprove(request, found),
      can_reject: canChange && !isOwn(request, found),
    };
    return response.ok({ body });
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
