/** Listing, showing and reverting changes, on behalf of callers. */
import { setImmediate } from 'node:timers/promises';
import type { IdentityService } from '../authentication/identity_service';
import { withoutDefaults } from '../../model/entity_shape';
import type { Entity, InternalUser, ResourceType } from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import type { Route } from './call/call';
import { entityTag } from './answers/entity_tag';
import { isSameJson } from '../../model/same_json';
import { RESOURCES, resourceOf } from './entities/resource';
import { forbidden, message, notFound, unauthorized } from './answers/responses';
import { PREFIX, type RestApi } from './rest_api';
import { dynamicOf, tenancyOf } from '../../model/security_config';
import { inSlices } from '../../work/steps';
import type { EntityStore } from '../store/entity_store';
import { FIND_LIMITS } from '../../../contracts/limits';
import { withinLimits } from './answers/within_limits';
import type {
  EngineAnswer,
  EngineCaller,
  EngineHistory,
  EngineRequest,
  EngineResponse,
  HistoryChange,
  HistoryChangeDetails,
  HistoryQuery,
  HistoryType,
  RevertOptions,
} from '../../contract/engine';
import { diffOf } from '../history/change_diff';
import type { HistoryStore, RecordedChange } from '../history/history_store';
import { jsonDiff } from '../history/json_diff';
import { redacted } from '../history/redaction';
import { markRevert } from './call/revert_mark';

export interface HistoryServiceDeps {
  readonly history: HistoryStore;
  readonly store: EntityStore;
  readonly identities: IdentityService;
  readonly rest: RestApi;
}

const DOCUMENT_TYPES = ['config', 'audit', 'nodesdn', 'allowlist'] as const;
const TYPES: readonly HistoryType[] = [...RESOURCES.map(({ type }) => type), ...DOCUMENT_TYPES];

const isEntityType = (type: HistoryType): type is ResourceType =>
  RESOURCES.some((resource) => resource.type === type);

const DOCUMENT_ENDPOINTS = {
  config: 'CONFIG',
  audit: 'AUDIT',
  nodesdn: 'NODESDN',
  allowlist: 'ALLOWLIST',
} as const;

/** The management endpoint that guards a type. */
const endpointOf = (type: HistoryType): Route['access'] => {
  if (isEntityType(type)) return resourceOf(type).endpoint;
  return DOCUMENT_ENDPOINTS[type];
};

export class HistoryService implements EngineHistory {
  constructor(private readonly deps: HistoryServiceDeps) {}

  async list(
    caller: EngineCaller,
    query: HistoryQuery
  ): Promise<EngineAnswer<{ total: number; items: readonly HistoryChange[] }>> {
    const asked = query.types?.length ? TYPES.filter((type) => query.types?.includes(type)) : TYPES;
    const refusals = asked.map((type) => this.refusal(caller, type));
    const allowed = asked.filter((_type, index) => refusals[index] === undefined);
    const refusal = refusals.find((one) => one !== undefined);
    if (refusal && (query.types?.length || allowed.length === 0))
      return { ok: false, response: refusal };
    if (allowed.length === 0) return { ok: true, result: { total: 0, items: [] } };
    const tidy = {
      ...query,
      page: Math.max(1, Math.trunc(query.page) || 1),
      perPage: Math.min(FIND_LIMITS.changesPerPage, Math.max(1, Math.trunc(query.perPage) || 1)),
    };
    const { sliceMs, workMs: limitMs } = FIND_LIMITS;
    return withinLimits(async () => {
      const pages = this.deps.history.page(tidy, allowed, (type) =>
        this.isSuperAdmin(caller, type)
      );
      const { total, items } = await inSlices(pages, { sliceMs, limitMs });
      return { total, items: items.map(summary) };
    });
  }

  async get(caller: EngineCaller, id: number): Promise<EngineAnswer<HistoryChangeDetails>> {
    const read = this.read(caller, id);
    if (!read.ok) return read;
    const change = read.result;
    const revision = this.revisionOf(change);
    // Each takes some 20 ms for entities of a megabyte, so others have a turn in between.
    const diff = diffOf(change);
    await setImmediate();
    const before = shown('before', change.before);
    await setImmediate();
    const after = shown('after', change.after);
    return {
      ok: true,
      result: {
        ...summary(change),
        ...before,
        ...after,
        diff,
        isLatest: isLatest(change, revision),
        currentVersion: revision === undefined ? null : entityTag(revision),
      },
    };
  }

  async revert(
    caller: EngineCaller,
    id: number,
    { version, confirmsLockout }: RevertOptions = {}
  ): Promise<EngineResponse> {
    const read = this.read(caller, id);
    if (!read.ok) return read.response;
    const change = read.result;
    const revision = this.revisionOf(change);
    const current = revision === undefined ? null : entityTag(revision);
    if (version === undefined ? !isLatest(change, revision) : version !== current)
      return conflict(change, current);
    const request = this.undoing(change, current, this.isSuperAdmin(caller, change.type));
    if (!request) return message(200, 'No updates required');
    const confirmed = confirmsLockout
      ? { ...request, query: { confirm_lockout: 'true' } }
      : request;
    markRevert(confirmed, id);
    const answer = await this.deps.rest.handle(caller, confirmed);
    return answer.statusCode === 412 ? conflict(change, current) : answer;
  }

  private read(caller: EngineCaller, id: number): EngineAnswer<RecordedChange> {
    const change = Number.isSafeInteger(id) ? this.deps.history.get(id) : undefined;
    const refusal = change ? this.refusal(caller, change.type) : this.strangerRefusal(caller);
    if (refusal) return { ok: false, response: refusal };
    if (!change || (change.isHidden && !this.isSuperAdmin(caller, change.type))) {
      return { ok: false, response: notFound(`change '${id}' not found.`) };
    }
    return { ok: true, result: change };
  }

  private refusal(caller: EngineCaller, type: HistoryType): EngineResponse | undefined {
    const known = this.deps.identities.identify(caller);
    return this.deps.rest.refusalFor(known, caller, { access: endpointOf(type) }, 'GET');
  }

  /** Without a change there is no type; whoever may read none learns nothing. */
  private strangerRefusal(caller: EngineCaller): EngineResponse | undefined {
    const known = this.deps.identities.identify(caller);
    if (!known) return unauthorized();
    const isAllowed = TYPES.some((type) => this.refusal(caller, type) === undefined);
    return isAllowed ? undefined : forbidden('No permission to read the history.');
  }

  private isSuperAdmin(caller: EngineCaller, type: HistoryType): boolean {
    const known = this.deps.identities.identify(caller);
    return (
      known !== undefined &&
      this.deps.rest.isSuperAdmin(known, caller, { access: endpointOf(type) })
    );
  }

  private revisionOf({ type, name }: RecordedChange): number | undefined {
    const { store } = this.deps;
    return isEntityType(type) ? store.read(type, name)?.revision : store.document(type)?.revision;
  }

  /** The call that puts `before` back; `undefined` when it is there already. */
  private undoing(
    change: RecordedChange,
    current: string | null,
    isSuperAdmin: boolean
  ): EngineRequest | undefined {
    const { type, name, before } = change;
    const headers: Readonly<Record<string, string>> =
      current === null ? { 'if-none-match': '*' } : { 'if-match': current };
    if (!isEntityType(type)) return documentRequest(change, headers);
    const path = `${PREFIX}/api/${type}/${encodeURIComponent(name)}`;
    if (before === undefined)
      return current === null ? undefined : { method: 'DELETE', path, headers };
    return { method: 'PUT', path, headers, body: payloadOf(change, isSuperAdmin) };
  }
}

const isLatest = ({ action, revision }: RecordedChange, current: number | undefined): boolean =>
  action === 'delete' ? current === undefined : current === revision;

function payloadOf(
  { type, before, hashBefore }: RecordedChange,
  isSuperAdmin: boolean
): Record<string, unknown> {
  const {
    reserved,
    hidden,
    static: _static,
    ...content
  } = withoutDefaults(before as unknown as Entity);
  const flags = isSuperAdmin
    ? { ...(reserved ? { reserved } : {}), ...(hidden ? { hidden } : {}) }
    : {};
  const needed =
    type === 'rolesmapping'
      ? { users: [] }
      : type === 'actiongroups'
        ? { allowed_actions: [] }
        : {};
  const isService =
    type === 'internalusers' && isServiceAccount((before as unknown as InternalUser).attributes);
  const payload = {
    ...needed,
    ...content,
    ...flags,
    // A service account gets no hash from outside; it needs a new token after a revert.
    ...(hashBefore === undefined || isService ? {} : { hash: hashBefore }),
  };
  // An empty body is refused; a list that is empty anyway says the same.
  if (Object.keys(payload).length > 0) return payload;
  if (type === 'tenants') return { description: '' };
  return type === 'roles' ? { cluster_permissions: [] } : { backend_roles: [] };
}

const VISIBLE_TENANCY = [
  'default_tenant', 'private_tenant_enabled', 'multitenancy_enabled', 'sign_in_options', 'preferred_tenants',
] as const; // prettier-ignore

/** Tenancy settings are part of `config`, but have an endpoint, and rights, of their own. */
function documentRequest(
  { type, before, after }: RecordedChange,
  headers: Readonly<Record<string, string>>
): EngineRequest | undefined {
  if (before === undefined) return undefined;
  if (type === 'config' && isTenancyOnly(before, after)) {
    const tenancy = tenancyOf(before);
    const body = Object.fromEntries(VISIBLE_TENANCY.map((key) => [key, tenancy[key]]));
    return { method: 'PUT', path: `${PREFIX}/api/tenancy/config`, headers, body };
  }
  if (type === 'nodesdn') {
    return {
      method: 'PATCH',
      path: `${PREFIX}/api/nodesdn`,
      headers,
      body: jsonDiff(after ?? {}, before),
    };
  }
  const resource = type === 'config' ? 'securityconfig' : type;
  return { method: 'PUT', path: `${PREFIX}/api/${resource}/config`, headers, body: before };
}

function isTenancyOnly(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>> = {}
): boolean {
  const rest = (document: Readonly<Record<string, unknown>>) => {
    const { kibana, ...dynamic } = dynamicOf(document);
    const hidden = Object.entries((kibana as object | undefined) ?? {}).filter(
      ([key]) => !(VISIBLE_TENANCY as readonly string[]).includes(key)
    );
    return { ...document, dynamic: { ...dynamic, kibana: Object.fromEntries(hidden) } };
  };
  return isSameJson(rest(before), rest(after));
}

const conflict = ({ name }: RecordedChange, current: string | null): EngineResponse =>
  message(
    409,
    `'${name}' has been changed since. Look at what it is now; to revert all the same, repeat with its present version.`,
    current === null ? {} : { etag: current }
  );

function summary({ id, atMs, origin, type, name, action }: RecordedChange): HistoryChange {
  const { userName: actor, remoteAddress, via, reverts } = origin;
  return {
    id,
    atMs,
    actor,
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    via,
    ...(reverts === undefined ? {} : { reverts }),
    type,
    name,
    action,
  };
}

const shown = (key: 'before' | 'after', body: RecordedChange['before']) =>
  body === undefined ? {} : { [key]: redacted(body) as Readonly<Record<string, unknown>> };
