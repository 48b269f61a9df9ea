/**
 * What users do with change requests: make, alter, approve, reject and withdraw them. Whoever may
 * read the concerned kinds of entries sees a request; to reject it, one must be allowed to change
 * them. The engine checks an approval with the permissions of the user who gives it.
 */
import {
  type ChangeRequest,
  type ChangeRequestAddition,
  type ChangeRequestApply,
  type ChangeRequestBody,
  type ChangeRequestDecision,
  type ChangeRequestList,
  type ChangeRequestSummary,
  CodedError,
  endpointFor,
  hasRight,
  type ImportReceived,
} from '@sd/contracts';
import type { Logger, PrivilegedBackend, ScopedEngineClient } from '@sd/core/server';
import type { ApplyOptions, ChangeTools } from '@sd/plugins/security/server';
import { CHANGE_REQUEST_ERRORS } from '../../common/change_requests';
import type { AppliedRequests } from './applied_requests';
import {
  type ChangeRequestStore,
  getExpiry,
  type StoredChange,
  type StoredRequest,
} from './change_request_store';
import { toKey, requestedChanges, withStates } from './requested_changes';

/** The user of an HTTP request. */
export interface RequestUser {
  readonly name: string;
  /** Endpoints and methods that the user may not use. */
  readonly disabledEndpoints: Parameters<typeof hasRight>[0];
  /** Works with the user's permissions. */
  readonly engine: ScopedEngineClient;
}

interface ChangeRequestDeps {
  readonly store: ChangeRequestStore;
  readonly applied: AppliedRequests;
  readonly changes: ChangeTools;
  readonly because: PrivilegedBackend['because'];
  /** Tells others of a request that was made or rejected. */
  readonly announce: (request: StoredRequest) => void;
  /** Whether authors cannot approve their own requests. */
  readonly needsFourEyes: boolean;
  readonly logger: Logger;
}

type Method = 'GET' | 'PUT';
type KindOfChange = Pick<StoredChange, 'kind'>;

const { forbidden, authorOnly, fourEyes, ownRejection } = CHANGE_REQUEST_ERRORS;

export class ChangeRequestService {
  constructor(private readonly deps: ChangeRequestDeps) {}

  async list(user: RequestUser): Promise<ChangeRequestList> {
    const { store } = this.deps;
    const seen: StoredRequest[] = [];
    for (const one of await store.list())
      if (mayUse(user, 'GET', one.changes)) seen.push(await this.settle(user, one));
    const waiting = seen.filter(
      (one) =>
        store.getState(one) === 'open' && !isOwn(user, one) && mayUse(user, 'PUT', one.changes)
    ).length;
    return { items: seen.map((one) => this.summarize(user, one)), waiting };
  }

  async create(
    user: RequestUser,
    { title, reason = '', changes }: ChangeRequestBody
  ): Promise<ChangeRequest> {
    const { store, announce, logger } = this.deps;
    checkRight(user, 'GET', changes);
    const id = await store.add({
      title: title.trim(),
      author: user.name,
      changes: await requestedChanges(this.deps.changes, user.engine, changes),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    });
    logger.info('A change request was created.', { by: user.name, id });
    const made = await store.get(id);
    announce(made);
    return this.describe(user, made);
  }

  async read(user: RequestUser, id: string): Promise<ChangeRequest> {
    const found = await this.deps.store.get(id);
    checkRight(user, 'GET', found.changes);
    return this.describe(user, await this.settle(user, found));
  }

  async alter(
    user: RequestUser,
    id: string,
    { revision, changes = [], removed = [] }: ChangeRequestAddition
  ): Promise<ChangeRequest> {
    const { store } = this.deps;
    const found = await store.get(id);
    checkAuthor(user, found);
    checkRight(user, 'GET', [...found.changes, ...changes]);
    const added = await requestedChanges(this.deps.changes, user.engine, changes);
    const replaced = new Set([...added, ...removed].map(toKey));
    await store.change(id, revision, (before) => ({
      changes: [...before.changes.filter((one) => !replaced.has(toKey(one))), ...added],
    }));
    return this.describe(user, await store.get(id));
  }

  /** Makes the changes of a request, with all checks of an import. */
  async apply(
    user: RequestUser,
    id: string,
    { revision, comment }: ChangeRequestApply,
    options: ApplyOptions
  ): Promise<ImportReceived> {
    const { store, applied } = this.deps;
    const stored = await store.get(id);
    checkRight(user, 'GET', stored.changes);
    const found = store.open(await this.settle(user, stored), revision);
    if (options.isDryRun) return this.makeChanges(user, found, options);
    if (!this.mayApprove(user, found)) throw new CodedError(fourEyes);
    const approval = { by: user.name, ...(comment !== undefined && { comment }) };
    await store.setApplying(found.id, approval);
    const received = await this.makeChanges(user, found, options);
    if (received.is_done) await applied.record(found, approval);
    else await store.setApplying(found.id, undefined);
    return received;
  }

  async reject(
    user: RequestUser,
    id: string,
    decision: ChangeRequestDecision
  ): Promise<ChangeRequest> {
    const found = await this.deps.store.get(id);
    if (isOwn(user, found)) throw new CodedError(ownRejection);
    checkRight(user, 'PUT', found.changes);
    const after = await this.close(user, found, 'rejected', decision);
    this.deps.announce(after);
    return this.describe(user, after);
  }

  async withdraw(
    user: RequestUser,
    id: string,
    decision: ChangeRequestDecision
  ): Promise<ChangeRequest> {
    const found = await this.deps.store.get(id);
    checkAuthor(user, found);
    return this.describe(user, await this.close(user, found, 'withdrawn', decision));
  }

  /**
   * Leaves out what is done already, so that a request can be applied again after a part of it was.
   * The versions that the author saw are sent along: an entry that was changed since is refused.
   */
  private async makeChanges(
    { engine }: RequestUser,
    { id, title, author, changes }: StoredRequest,
    options: ApplyOptions
  ): Promise<ImportReceived> {
    const states = await withStates(this.deps.changes, engine, changes, true);
    const done = new Set(states.filter(({ state }) => state === 'done').map(toKey));
    const left = changes
      .filter((one) => !done.has(toKey(one)))
      .map(({ before: _before, ...change }) => change);
    const cause = { kind: 'change_request', id, text: title, author } as const;
    const received =
      left.length === 0
        ? { is_done: true, is_whole: true, results: [] }
        : await this.deps.because(cause, () => this.deps.changes.apply(engine, left, options));
    const notNeeded = states
      .filter(({ state }) => state === 'done')
      .map(({ kind, name }) => ({ kind, name, is_done: true }));
    return { ...received, results: [...notNeeded, ...received.results] };
  }

  /** Closes an open request without making its changes. */
  private async close(
    user: RequestUser,
    found: StoredRequest,
    state: 'rejected' | 'withdrawn',
    { revision, comment }: ChangeRequestDecision
  ): Promise<StoredRequest> {
    const { store, logger } = this.deps;
    const { id } = found;
    store.open(await this.settle(user, found), revision);
    const decided = { state, by: user.name, at: store.now(), ...(comment && { comment }) };
    await store.change(id, revision, () => ({ decided }));
    logger.info(`A change request was ${state}.`, { by: user.name, id });
    return store.get(id);
  }

  /**
   * A request whose changes were made by another server that ended before it recorded that: it is
   * applied then, by the user who approved it. The start of a server finds its own ones.
   */
  private async settle(user: RequestUser, found: StoredRequest): Promise<StoredRequest> {
    const { applying } = found;
    if (!applying || !this.deps.store.isInterrupted(found)) return found;
    const states = await withStates(this.deps.changes, user.engine, found.changes, true);
    const isMade = states.every(({ state }) => state === 'done');
    return isMade ? this.deps.applied.record(found, applying) : found;
  }

  private async describe(user: RequestUser, found: StoredRequest): Promise<ChangeRequest> {
    const isOpen = this.deps.store.getState(found) === 'open';
    const canChange = isOpen && mayUse(user, 'PUT', found.changes);
    return {
      ...this.summarize(user, found),
      changes: await withStates(this.deps.changes, user.engine, found.changes, isOpen),
      can_apply: canChange && this.mayApprove(user, found),
      can_reject: canChange && !isOwn(user, found),
    };
  }

  private mayApprove(user: RequestUser, found: StoredRequest): boolean {
    return !this.deps.needsFourEyes || !isOwn(user, found);
  }

  private summarize(user: RequestUser, found: StoredRequest): ChangeRequestSummary {
    const { id, revision, title, reason, author, createdAt, changes, decided } = found;
    return {
      id,
      revision,
      title,
      author,
      created_at: createdAt,
      expires_at: getExpiry(found),
      state: this.deps.store.getState(found),
      count: changes.length,
      is_own: isOwn(user, found),
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
}

/** Whether a user may use the endpoints of all kinds with a method, and read them. */
const mayUse = (
  { disabledEndpoints }: RequestUser,
  method: Method,
  changes: readonly KindOfChange[]
): boolean =>
  changes.every(({ kind }) => {
    const endpoint = endpointFor(kind);
    return (
      hasRight(disabledEndpoints, `GET ${endpoint}`) &&
      hasRight(disabledEndpoints, `${method} ${endpoint}`)
    );
  });

/** @throws {CodedError} */
function checkRight(user: RequestUser, method: Method, changes: readonly KindOfChange[]): void {
  if (!mayUse(user, method, changes)) throw new CodedError(forbidden);
}

const isOwn = ({ name }: RequestUser, { author }: StoredRequest): boolean => name === author;

/** @throws {CodedError} */
function checkAuthor(user: RequestUser, found: StoredRequest): void {
  const { author } = found;
  if (!isOwn(user, found)) throw new CodedError(authorOnly, { author });
}
