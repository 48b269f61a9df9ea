/**
 * The change history for callers, over any store: checks permissions, computes diffs, and reverts
 * changes through ordinary requests of the management API.
 */
import { setImmediate } from 'node:timers/promises';
import { redact } from '../../../contracts/entities';
import type { ProposedChanges } from '../../../contracts/api';
import { ENGINE_ERRORS, englishText } from '../../../contracts/errors';
import { FIND_LIMITS } from '../../../contracts/limits';
import type {
  EngineCaller,
  EngineRequest,
  EngineResponse,
  EngineResult,
  HistoryChange,
  HistoryChangeDetails,
  HistoryQuery,
  HistoryStore,
  HistoryType,
  ListedChange,
  RecordedChange,
  RevertOptions,
} from '../../api/engine';
import { forbid, message, notFound, unauthorizedResponse } from '../../model/responses';
import { getDiff } from '../audit/change_diff';
import { withinLimits } from '../within_limits';
import { markedAsRevert, restoredBody, revertRequest } from './revert_request';
import { isEntityType } from '../../api/change';
import { HISTORY_TYPES } from './types';

/** The operations that the history needs from its backend. */
export interface HistoryHost<Caller extends EngineCaller> {
  readonly store: HistoryStore;
  /**
   * For each type, the error response of `GET` at its management endpoint, or `undefined` if
   * permitted.
   */
  readErrors(
    caller: Caller,
    types: readonly HistoryType[]
  ): Promise<ReadonlyArray<EngineResponse | undefined>>;
  /** Whether the caller sees hidden entries of a type and may set flags. */
  isSuperAdmin(caller: Caller, type: HistoryType): boolean;
  /**
   * The current state of a changed entity.
   * @returns its entity tag, if it exists, and whether it has not changed since
   */
  present(
    caller: Caller,
    change: RecordedChange
  ): Promise<{ readonly tag: string | undefined; readonly isUnchanged: boolean }>;
  request(caller: Caller, request: EngineRequest): Promise<EngineResponse>;
}

type ListedQuery = Omit<HistoryQuery, 'types'> & {
  readonly types: readonly HistoryType[];
  readonly hiddenOf: readonly HistoryType[];
};

/** Whether no later change of the same entity is recorded. */
export async function isNewest(
  store: HistoryStore,
  { id, type, name }: RecordedChange
): Promise<boolean> {
  const newest = { types: [type], hiddenOf: [type], name, page: 1, perPage: 1 };
  return (await store.find(newest)).items[0]?.id === id;
}

export class HistoryService<Caller extends EngineCaller> {
  constructor(private readonly host: HistoryHost<Caller>) {}

  async list(
    caller: Caller,
    query: HistoryQuery
  ): Promise<EngineResult<{ total: number; items: readonly HistoryChange[] }>> {
    const requested = query.types?.length
      ? HISTORY_TYPES.filter((type) => query.types?.includes(type))
      : HISTORY_TYPES;
    const errors = await this.host.readErrors(caller, requested);
    const types = requested.filter((_type, index) => errors[index] === undefined);
    const error = errors.find((one) => one !== undefined);
    if (error && (query.types?.length || types.length === 0)) return { ok: false, response: error };
    if (types.length === 0) return { ok: true, result: { total: 0, items: [] } };
    const tidy = {
      ...query,
      types,
      hiddenOf: types.filter((type) => this.host.isSuperAdmin(caller, type)),
      page: Math.max(1, Math.trunc(query.page) || 1),
      perPage: Math.min(FIND_LIMITS.changesPerPage, Math.max(1, Math.trunc(query.perPage) || 1)),
    };
    return withinLimits(async () => {
      const { total, items } = await this.host.store.find(tidy);
      const outside = await this.changedOutside(caller, tidy, items);
      return {
        total,
        items: items.map((item) => ({
          ...summary(item),
          ...(outside.has(item.id) && { isChangedOutside: true as const }),
        })),
      };
    });
  }

  /**
   * The newest changes of one name that do not lead to its current state. Whoever changed the
   * entity since is not in the history, so its last actor must not be blamed.
   */
  private async changedOutside(
    caller: Caller,
    { types, name, page, perPage: _perPage, hiddenOf: _hiddenOf, ...filters }: ListedQuery,
    items: readonly ListedChange[]
  ): Promise<ReadonlySet<number>> {
    const isAboutOne = name !== undefined || types.every((type) => !isEntityType(type));
    if (!isAboutOne || page !== 1 || Object.values(filters).some((value) => value !== undefined))
      return new Set();
    const newest = types.flatMap((type) => items.find((item) => item.type === type) ?? []);
    const outside = newest.map(async ({ id }) => {
      const change = await this.host.store.get(id);
      return change && !(await this.host.present(caller, change)).isUnchanged ? [id] : [];
    });
    return new Set((await Promise.all(outside)).flat());
  }

  async get(
    caller: Caller,
    id: number,
    { withTogether = false }: { readonly withTogether?: boolean } = {}
  ): Promise<EngineResult<HistoryChangeDetails>> {
    const read = await this.read(caller, id);
    if (!read.ok) return read;
    const change = read.result;
    const { tag, isUnchanged } = await this.host.present(caller, change);
    // Each step takes about 20 ms for entities of a megabyte, so yield to the event loop in
    // between.
    const diff = getDiff(change);
    await setImmediate();
    const before = redactedBody('before', change.before);
    await setImmediate();
    const after = redactedBody('after', change.after);
    return {
      ok: true,
      result: {
        ...summary(change),
        ...before,
        ...after,
        diff,
        ...(withTogether && (await this.sameRequest(caller, change))),
        isLatest: isUnchanged,
        currentVersion: tag ?? null,
      },
    };
  }

  async revert(
    caller: Caller,
    id: number,
    { version, confirmsLockout }: RevertOptions = {}
  ): Promise<EngineResponse> {
    const read = await this.read(caller, id);
    if (!read.ok) return read.response;
    const change = read.result;
    if (change.type === 'connections') return message(400, CONNECTION_REVERT);
    // Alone, it would take the access away that the rename has moved.
    if (change.origin.via === 'rename')
      return message(409, englishText(ENGINE_ERRORS.partOfRename, { name: change.name }));
    const { tag, isUnchanged } = await this.host.present(caller, change);
    const current = tag ?? null;
    if (version === undefined ? !isUnchanged : version !== current)
      return conflict(change, current);
    const request = revertRequest(change, current, this.host.isSuperAdmin(caller, change.type));
    if (!request) return message(200, 'No updates required');
    const query = confirmsLockout ? { confirm_lockout: 'true' } : {};
    const response = await this.host.request(caller, markedAsRevert({ ...request, query }, id));
    return response.statusCode === 412 ? conflict(change, current) : response;
  }

  async revertProposal(
    caller: Caller,
    ids: readonly number[]
  ): Promise<EngineResult<ProposedChanges>> {
    const states = {
      roles: new Map<string, Readonly<Record<string, unknown>> | null>(),
      rolesmapping: new Map(),
      actiongroups: new Map(),
      internalusers: new Map(),
    } satisfies Record<keyof ProposedChanges, Map<string, unknown>>;
    // The earliest of several changes of an entity is the last one to be reverted.
    for (const id of [...new Set(ids)].sort((one, other) => other - one)) {
      const read = await this.read(caller, id);
      if (!read.ok) return read;
      const { type, name } = read.result;
      if (type in states)
        states[type as keyof ProposedChanges].set(name, restoredBody(read.result));
      await setImmediate();
    }
    const { roles, rolesmapping, actiongroups, internalusers } = states;
    return {
      ok: true,
      result: {
        roles: Object.fromEntries(roles),
        rolesmapping: Object.fromEntries(rolesmapping),
        actiongroups: Object.fromEntries(actiongroups),
        internalusers: Object.fromEntries(internalusers),
      },
    };
  }

  /** What else the request of a change has changed. The parts of a rename are reverted with it. */
  private async sameRequest(
    caller: Caller,
    change: RecordedChange
  ): Promise<Pick<HistoryChangeDetails, 'together' | 'rename'>> {
    const found = await this.host.store.madeWith(change);
    const errors = await this.host.readErrors(caller, HISTORY_TYPES);
    const readable = found.filter(
      ({ type, isHidden }) =>
        errors[HISTORY_TYPES.indexOf(type)] === undefined &&
        (!isHidden || this.host.isSuperAdmin(caller, type))
    );
    if (change.origin.via === 'rename') {
      const whole = readable.find(({ origin }) => origin.renamedFrom !== undefined);
      return { together: [], ...(whole && { rename: summary(whole) }) };
    }
    const others = readable.filter(({ origin }) => origin.via !== 'rename');
    return { together: others.map(summary) };
  }

  private async read(caller: Caller, id: number): Promise<EngineResult<RecordedChange>> {
    const change = Number.isSafeInteger(id) ? await this.host.store.get(id) : undefined;
    const error = change
      ? (await this.host.readErrors(caller, [change.type]))[0]
      : await this.unknownIdError(caller);
    if (error) return { ok: false, response: error };
    if (!change || (change.isHidden && !this.host.isSuperAdmin(caller, change.type)))
      return { ok: false, response: notFound(`change '${id}' not found.`) };
    return { ok: true, result: change };
  }

  /**
   * The response for an unknown id, whose type is unknown too: callers who may not read any type
   * learn nothing.
   */
  private async unknownIdError(caller: Caller): Promise<EngineResponse | undefined> {
    const errors = await this.host.readErrors(caller, HISTORY_TYPES);
    if (errors.includes(undefined)) return undefined;
    return errors.some((one) => one?.statusCode === 401)
      ? unauthorizedResponse()
      : forbid('No permission to read the history.');
  }
}

/** The history keeps no secrets that a connection needs, and no engine has connections. */
const CONNECTION_REVERT =
  'A connection cannot be reverted, because its secrets are not in the history. Change it on the page "Clusters".';

const conflict = ({ name }: RecordedChange, current: string | null): EngineResponse =>
  message(
    409,
    `'${name}' has been changed since. Check its current state; to revert anyway, repeat with its current version.`,
    current === null ? {} : { etag: current }
  );

function summary({ id, atMs, origin, type, name, action, fields }: ListedChange): HistoryChange {
  const { userName: actor, remoteAddress, via, reverts, renamedFrom, request } = origin;
  return {
    id,
    atMs,
    actor,
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    via,
    ...(reverts === undefined ? {} : { reverts }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(request === undefined ? {} : { requestId: request.id }),
    ...(request?.reason === undefined ? {} : { reason: request.reason }),
    ...(request?.cause === undefined ? {} : { cause: request.cause }),
    type,
    name,
    action,
    ...(fields?.length ? { fields } : {}),
  };
}

const redactedBody = (key: 'before' | 'after', body: RecordedChange['before']) =>
  body === undefined ? {} : { [key]: redact(body) as Readonly<Record<string, unknown>> };
