/** The request of the management API that reverts a recorded change. */
import { isEqual } from 'lodash';
import { isEntityType } from '../../api/change';
import type { EngineRequest, HistoryType, RecordedChange } from '../../api/engine';
import { withoutDefaults } from '../../model/entity_shape';
import type { Entity, InternalUser } from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import { getDynamic, getTenancy } from '../../model/security_config';
import { PREFIX } from '../../model/paths';
import { jsonDiff } from '../audit/json_diff';

/**
 * Marks a request as a revert. A symbol of this module, so that clients cannot forge it; copies of
 * the request keep it.
 */
const REVERTS = Symbol('reverts');

type Marked = EngineRequest & { readonly [REVERTS]?: number };

/** @param change - id of the reverted change */
export const markedAsRevert = (request: EngineRequest, change: number): EngineRequest => {
  const marked: Marked = { ...request, [REVERTS]: change };
  return marked;
};

export const revertedBy = (request: EngineRequest): number | undefined =>
  (request as Marked)[REVERTS];

/**
 * The request that restores `before`; `undefined` if nothing needs to change.
 * @param current - entity tag of the current state, `null` if there is none; the request is
 *   conditional on it
 * @param setsFlags - whether the caller may set the flags `reserved` and `hidden`
 */
export function revertRequest(
  change: RecordedChange,
  current: string | null,
  setsFlags: boolean
): EngineRequest | undefined {
  const { type, name, before } = change;
  const headers: Readonly<Record<string, string>> =
    current === null ? { 'if-none-match': '*' } : { 'if-match': current };
  if (!isEntityType(type)) return documentRequest(change, headers);
  const path = `${PREFIX}/api/${type}/${encodeURIComponent(name)}`;
  const { renamedFrom } = change.origin;
  if (renamedFrom !== undefined)
    return { method: 'POST', path: `${path}/_rename`, headers, body: { to: renamedFrom } };
  if (before === undefined)
    return current === null ? undefined : { method: 'DELETE', path, headers };
  return { method: 'PUT', path, headers, body: toPayload(change, setsFlags) };
}

/** What a revert saves of an entity, without its secret; `null` if it deletes the entity. */
export function restoredBody(change: RecordedChange): Readonly<Record<string, unknown>> | null {
  if (change.before === undefined) return null;
  const { hash: _hash, ...body } = toPayload(change, false);
  return body;
}

function toPayload(
  { type, before, hashBefore }: RecordedChange,
  setsFlags: boolean
): Record<string, unknown> {
  const {
    reserved,
    hidden,
    static: _static,
    ...content
  } = withoutDefaults(before as unknown as Entity);
  const flags = setsFlags
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
    // A service account cannot be given a hash. After a revert it needs a new token.
    ...(hashBefore === undefined || isService ? {} : { hash: hashBefore }),
  };
  // An empty body is rejected; an empty default value has the same meaning.
  if (Object.keys(payload).length > 0) return payload;
  if (type === 'tenants') return { description: '' };
  return type === 'roles' ? { cluster_permissions: [] } : { backend_roles: [] };
}

const VISIBLE_TENANCY = [
  'default_tenant',
  'private_tenant_enabled',
  'multitenancy_enabled',
  'sign_in_options',
  'preferred_tenants',
] as const;

const DOCUMENTS: Readonly<Partial<Record<HistoryType, string>>> = {
  config: 'securityconfig/config',
  audit: 'audit/config',
  allowlist: 'allowlist',
  guardrails: 'guardrails',
};

/** Tenancy settings are part of `config`, but have their own endpoint and permissions. */
function documentRequest(
  { type, before, after }: RecordedChange,
  headers: Readonly<Record<string, string>>
): EngineRequest | undefined {
  if (before === undefined) return undefined;
  if (type === 'config' && isTenancyOnly(before, after)) {
    const tenancy = getTenancy(before);
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
  return { method: 'PUT', path: `${PREFIX}/api/${DOCUMENTS[type]}`, headers, body: before };
}

function isTenancyOnly(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>> = {}
): boolean {
  const rest = (document: Readonly<Record<string, unknown>>) => {
    const { kibana, ...dynamic } = getDynamic(document);
    const hidden = Object.entries((kibana as object | undefined) ?? {}).filter(
      ([key]) => !(VISIBLE_TENANCY as readonly string[]).includes(key)
    );
    return { ...document, dynamic: { ...dynamic, kibana: Object.fromEntries(hidden) } };
  };
  return isEqual(rest(before), rest(after));
}
