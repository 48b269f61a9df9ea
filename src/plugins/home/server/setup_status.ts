/** Collects the facts of the set-up by a handful of counted pages; no list is read as a whole. */
import { isMapped } from '@sd/contracts';
import { firstValueFrom } from 'rxjs';
import type {
  EngineServiceSetup,
  FindQuery,
  FindResult,
  ScopedEngineClient,
} from '@sd/core/server';
import { FULL_ACCESS_ROLE, type SetUpFacts } from '../common';

/** Roles whose mapping is looked at. */
const MAX_ROLES = 1_000;
/** Roles without a mapping that are looked for among the users. */
const MAX_SUSPECTS = 20;
const MAX_NAMES = 3;
/** Of a facet: with as many values there may be more. */
const MAX_FACET_VALUES = 100;
const CUSTOM = { customization: ['custom'] } as const;
const AUDIT_PATH = '/_plugins/_security/api/audit';

/** On behalf of the administrator who asks, so nobody learns here what the API would refuse. */
export async function collectFacts(
  client: Pick<ScopedEngineClient, 'find' | 'request'>,
  { kind, status$ }: Pick<EngineServiceSetup, 'kind' | 'status$'>,
  isMultitenancyOn: boolean
): Promise<SetUpFacts> {
  const find = async (query: Omit<FindQuery, 'page' | 'perPage'>, perPage = 1) => {
    const response = await client.find({ page: 1, perPage, ...query });
    return response.ok ? response.result : undefined;
  };
  const [{ level, summary }, users, roles, tenants, isAuditLogOn] = await Promise.all([
    firstValueFrom(status$),
    usersOf(find),
    rolesOf(find),
    isMultitenancyOn ? find({ type: 'tenants', filters: CUSTOM }) : undefined,
    auditLogState(client),
  ]);
  return {
    engine: { kind, level, summary },
    ...(users && { users }),
    ...(roles && { roles }),
    ...(tenants && { tenants: { total: tenants.total } }),
    isMultitenancyOn,
    ...(isAuditLogOn !== undefined && { isAuditLogOn }),
  };
}

type Find = (
  query: Omit<FindQuery, 'page' | 'perPage'>,
  perPage?: number
) => Promise<FindResult | undefined>;

async function usersOf(find: Find): Promise<SetUpFacts['users']> {
  const type = 'internalusers';
  const [all, custom, withFullAccess] = await Promise.all([
    find({ type, facets: ['roles'] }),
    find({ type, filters: CUSTOM }),
    find({ type, filters: { roles: [FULL_ACCESS_ROLE] } }),
  ]);
  if (!all || !custom || !withFullAccess) return undefined;
  const roles = all.facets['roles'] ?? [];
  const withRole =
    roles.length > 0 && roles.length < MAX_FACET_VALUES
      ? await find({ type, filters: { roles } })
      : undefined;
  return {
    total: custom.total,
    withFullAccess: withFullAccess.total,
    ...(withRole && { withoutRole: all.total - withRole.total }),
  };
}

async function rolesOf(find: Find): Promise<SetUpFacts['roles']> {
  const custom = await find({ type: 'roles', filters: CUSTOM }, MAX_ROLES);
  if (!custom) return undefined;
  const suspects = custom.items.filter((role) => !isMapped(role.mapping)).map(({ name }) => name);
  const looked = suspects.slice(0, MAX_SUSPECTS);
  const given = await Promise.all(
    looked.map((role) => find({ type: 'internalusers', filters: { roles: [role] } }))
  );
  const unused = looked.filter((_role, index) => given[index]?.total === 0);
  const isAtLeast = suspects.length > looked.length || custom.total > custom.items.length;
  const names = unused.slice(0, MAX_NAMES);
  return { total: custom.total, unused: { count: unused.length, isAtLeast, names } };
}

/** Engines without an audit log answer with an error. */
async function auditLogState(
  client: Pick<ScopedEngineClient, 'request'>
): Promise<boolean | undefined> {
  const { statusCode, body } = await client.request({ method: 'GET', path: AUDIT_PATH });
  const enabled = (body as { config?: { enabled?: unknown } } | undefined)?.config?.enabled;
  return statusCode === 200 && typeof enabled === 'boolean' ? enabled : undefined;
}
