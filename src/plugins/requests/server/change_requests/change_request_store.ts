/**
 * Stored change requests, as one document that all servers of an installation share. Each change is
 * made against the latest document, so limits and revisions hold for all servers together.
 */
import { randomUUID } from 'node:crypto';
import {
  CHANGE_REQUEST_LIMITS,
  type ChangeRequestState,
  CodedError,
  type ImportChange,
} from '@sd/contracts';
import { changeDocument, type DocumentStore } from '@sd/core/server';
import { CHANGE_REQUEST_ERRORS } from '../../common/change_requests';

export interface StoredChange extends Pick<ImportChange, 'kind' | 'name' | 'action' | 'version'> {
  /** As it would be saved; `null` deletes it. */
  readonly entry: Readonly<Record<string, unknown>> | null;
  /** The entry when the change was requested, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
}

interface Approval {
  readonly by: string;
  readonly at: number;
  readonly comment?: string;
}

export interface StoredRequest {
  /** Random, because a link to the request contains it. */
  readonly id: string;
  /** Grows with every change of the request. */
  readonly revision: number;
  readonly title: string;
  readonly reason?: string;
  readonly author: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly changes: readonly StoredChange[];
  /** Who approved it, from before its changes are made until that is known to have happened. */
  readonly applying?: Approval;
  readonly decided?: {
    readonly state: Exclude<ChangeRequestState, 'open' | 'expired'>;
    readonly by: string;
    readonly at: number;
    readonly comment?: string;
  };
}

const DAY_MS = 86_400_000;
const LIMITS = CHANGE_REQUEST_LIMITS;

export const getExpiry = ({ createdAt }: StoredRequest): number =>
  createdAt + LIMITS.openDays * DAY_MS;

export class ChangeRequestStore {
  /** @param now - epoch milliseconds */
  constructor(
    private readonly store: DocumentStore,
    readonly now: () => number = Date.now
  ) {}

  getState(request: StoredRequest): ChangeRequestState {
    return request.decided?.state ?? (getExpiry(request) > this.now() ? 'open' : 'expired');
  }

  /** Whether a server began to make its changes and did not record how that ended. */
  isInterrupted(request: StoredRequest): boolean {
    return request.applying !== undefined && this.getState(request) === 'open';
  }

  /** Open ones first, then the newest first. */
  async list(): Promise<readonly StoredRequest[]> {
    const document = await this.store.read();
    const all = JSON.parse(document?.contents ?? '[]') as readonly StoredRequest[];
    const rank = (one: StoredRequest) => (this.getState(one) === 'open' ? 0 : 1);
    return [...all].sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt);
  }

  /** @throws {CodedError} if there is none with this id */
  async get(id: string): Promise<StoredRequest> {
    return found(await this.list(), id);
  }

  /** @throws {CodedError} if the author has too many */
  async add(
    given: Pick<StoredRequest, 'title' | 'reason' | 'author' | 'changes'>
  ): Promise<string> {
    const request = { ...given, id: randomUUID(), revision: 1, createdAt: this.now() };
    await changeDocument<readonly StoredRequest[]>(this.store, (all = []) =>
      this.withinLimits([...all, withinSize(request)], request.author)
    );
    return request.id;
  }

  /**
   * Changes an open request.
   * @param revision - the one that was looked at
   * @throws {CodedError} if it is unknown, decided or expired, or has another revision, and what
   *   `next` throws
   */
  async change(
    id: string,
    revision: number,
    next: (before: StoredRequest) => Partial<Pick<StoredRequest, 'changes' | 'decided'>>
  ): Promise<void> {
    await changeDocument<readonly StoredRequest[]>(this.store, (all = []) => {
      const before = this.open(found(all, id), revision);
      const after = withinSize({ ...before, ...next(before), revision: before.revision + 1 });
      return this.withinLimits(
        all.map((one) => (one.id === id ? after : one)),
        after.author
      );
    });
  }

  /**
   * Records who approved a request before its changes are made, so that nothing is lost if the
   * server ends between the two; `undefined` if they were not made.
   */
  async setApplying(id: string, approval: Omit<Approval, 'at'> | undefined): Promise<void> {
    const applying = approval && { ...approval, at: this.now() };
    await changeDocument<readonly StoredRequest[]>(this.store, (all = []) =>
      all.map((one) => (one.id === id ? withApproval(one, applying) : one))
    );
  }

  /**
   * Records that `request` was applied as it was looked at, whatever became of it meanwhile.
   * @returns the request with the decision, which is not kept where the limits leave no room
   */
  async applied(
    { applying: _applying, ...request }: StoredRequest,
    { by, comment, at = this.now() }: Omit<Approval, 'at'> & Partial<Approval>
  ): Promise<StoredRequest> {
    const decided = {
      state: 'applied' as const,
      by,
      at,
      ...(comment !== undefined && { comment }),
    };
    await changeDocument<readonly StoredRequest[]>(this.store, (all = []) => {
      const others = all.filter(({ id }) => id !== request.id);
      // Two users may approve at the same time; the first one made the changes.
      if (all.some(({ id, decided: made }) => id === request.id && made?.state === 'applied'))
        return all;
      return this.withinLimits([
        ...others,
        { ...request, revision: request.revision + 1, decided },
      ]);
    });
    return { ...request, decided };
  }

  /** @throws {CodedError} if it is not open, or has another revision */
  open(request: StoredRequest, revision: number): StoredRequest {
    if (this.getState(request) !== 'open') throw new CodedError(CHANGE_REQUEST_ERRORS.closed);
    if (request.revision !== revision) throw new CodedError(CHANGE_REQUEST_ERRORS.revised);
    return request;
  }

  /**
   * Forgets what was decided long ago.
   * @param author - whose requests have grown
   * @throws {CodedError} if they are too many. Where all are too many, that is more than the
   *   author's share, so that nobody can keep others from asking.
   */
  private withinLimits(all: readonly StoredRequest[], author?: string): readonly StoredRequest[] {
    const getEnd = (one: StoredRequest) => one.decided?.at ?? getExpiry(one);
    const oldest = this.now() - LIMITS.decidedDays * DAY_MS;
    const open = all.filter((one) => this.getState(one) === 'open');
    if (author !== undefined) checkShare(open, author);
    let length = totalLength(open);
    const kept = all
      .filter((one) => !open.includes(one) && getEnd(one) > oldest)
      .sort((a, b) => getEnd(b) - getEnd(a))
      .slice(0, LIMITS.decided)
      .filter((one) => (length += measureLength(one)) <= LIMITS.totalLength);
    return [...open, ...kept];
  }
}

/** @throws {CodedError} */
function checkShare(open: readonly StoredRequest[], author: string): void {
  const own = open.filter((one) => one.author === author);
  const authors = new Set(open.map((one) => one.author)).size;
  const share = Math.max(1, Math.floor(LIMITS.open / authors));
  const shareLength = Math.max(LIMITS.leastShare, Math.floor(LIMITS.totalLength / authors));
  const isTooMany = open.length > LIMITS.open && own.length > share;
  const isTooLong = totalLength(open) > LIMITS.totalLength && totalLength(own) > shareLength;
  if (
    own.length > LIMITS.openPerAuthor ||
    totalLength(own) > LIMITS.authorLength ||
    isTooMany ||
    isTooLong
  )
    throw new CodedError(CHANGE_REQUEST_ERRORS.tooManyOpen, {
      own: LIMITS.openPerAuthor,
      all: LIMITS.open,
    });
}

function withApproval(
  { applying: _before, ...request }: StoredRequest,
  applying: Approval | undefined
): StoredRequest {
  return { ...request, ...(applying && { applying }) };
}

const totalLength = (requests: readonly StoredRequest[]): number =>
  requests.reduce((sum, one) => sum + measureLength(one), 0);

const measureLength = (request: StoredRequest): number => JSON.stringify(request).length;

function found(all: readonly StoredRequest[], id: string): StoredRequest {
  const request = all.find((one) => one.id === id);
  if (!request) throw new CodedError(CHANGE_REQUEST_ERRORS.unknown);
  return request;
}

/** @throws {CodedError} for a request without entries, or with too many or too large ones */
function withinSize(request: StoredRequest): StoredRequest {
  const { length } = request.changes;
  if (length === 0) throw new CodedError(CHANGE_REQUEST_ERRORS.empty);
  if (length > LIMITS.changes)
    throw new CodedError(CHANGE_REQUEST_ERRORS.tooMany, { count: LIMITS.changes });
  if (measureLength(request) > LIMITS.requestLength)
    throw new CodedError(CHANGE_REQUEST_ERRORS.tooLarge);
  return request;
}
