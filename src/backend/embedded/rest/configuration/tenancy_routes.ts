/** Tenancy configuration: the `kibana` block of the security configuration. */
import { isJsonObject } from '../../../model/entity_shape';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { CONFIRM_LOCKOUT } from '../../../changes/lockout/lockout';
import { readPayload, toBoolean, type Payload } from '../../../model/payload';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import { illegalArgument, invalid, json, refuseIf } from '../../../model/responses';
import { getDynamic, getTenancy, type TenancySettings } from '../../../model/security_config';

/** Authenticator type of an enabled domain to its login option. */
const OPTION_OF_AUTHENTICATOR: Readonly<Record<string, string>> = {
  basic: 'BASIC',
  saml: 'SAML',
  openid: 'OPENID',
};

const BODY = PAYLOAD_RULES.tenancy;

export const tenancyRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/tenancy/config',
    access: 'TENANTS',
    handler: () => show(deps),
    doc: { summary: 'Show the tenancy settings', responseSchema: toSchema(BODY) },
  },
  {
    methods: ['PUT'],
    path: '/api/tenancy/config',
    access: 'TENANTS',
    query: [CONFIRM_LOCKOUT],
    handler: (call) => replace(deps, call),
    doc: {
      summary: 'Change the tenancy settings; omitted keys keep their value',
      body: BODY,
      responseSchema: toSchema(BODY),
    },
  },
];

const show = ({ store }: RestDeps): EngineResponse =>
  json(200, visible(getTenancy(store.document('config')?.body)));

const visible = (tenancy: TenancySettings) => ({
  default_tenant: tenancy.default_tenant,
  private_tenant_enabled: tenancy.private_tenant_enabled,
  multitenancy_enabled: tenancy.multitenancy_enabled,
  sign_in_options: tenancy.sign_in_options,
  ...preferredIn(tenancy),
});

/** The key is newer than the announced engine release, so it is returned only if it is in use. */
export const preferredIn = ({ preferred_tenants: names }: TenancySettings) =>
  names.length > 0 ? { preferred_tenants: names } : {};

async function replace(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const payload = readPayload(call.request, BODY, deps.settings);
  refuseIf(flagProblem(payload));
  return guardedWrite(deps, call, (store) => {
    const config = store.document('config')?.body ?? {};
    const next = merge(getTenancy(config), payload);
    refuseIf(findProblem(next, payload, deps, config));
    const dynamic = getDynamic(config);
    const kibana = {
      ...(isJsonObject(dynamic['kibana']) ? dynamic['kibana'] : {}),
      ...visible(next),
    };
    store.putDocument('config', { ...config, dynamic: { ...dynamic, kibana } });
    return json(200, visible(next));
  });
}

const FLAGS = ['multitenancy_enabled', 'private_tenant_enabled'];

/** A cluster reads everything but `true` as false: `"true"` and `1` would disable tenants. */
function flagProblem(payload: Payload): EngineResponse | undefined {
  const wrong = FLAGS.filter((key) => toBoolean(payload[key]) && payload[key] !== true);
  return wrong.length > 0
    ? invalid('Wrong datatype', Object.fromEntries(wrong.map((key) => [key, 'Boolean expected'])))
    : undefined;
}

/** Omitted keys keep their value. */
function merge(current: TenancySettings, payload: Payload): TenancySettings {
  const options = payload['sign_in_options'] as readonly unknown[] | undefined;
  const preferred = payload['preferred_tenants'] as readonly unknown[] | undefined;
  return {
    ...current,
    default_tenant: (payload['default_tenant'] as string | undefined) ?? current.default_tenant,
    private_tenant_enabled:
      toBoolean(payload['private_tenant_enabled']) ?? current.private_tenant_enabled,
    multitenancy_enabled:
      toBoolean(payload['multitenancy_enabled']) ?? current.multitenancy_enabled,
    // An empty list changes nothing, as on a cluster: it would leave no login method.
    sign_in_options: options?.length ? options.map(String) : current.sign_in_options,
    preferred_tenants: preferred?.map(String) ?? current.preferred_tenants,
  };
}

function findProblem(
  next: TenancySettings,
  payload: Payload,
  deps: RestDeps,
  config: Readonly<Record<string, unknown>>
): EngineResponse | undefined {
  const problem =
    payload['sign_in_options'] === undefined ? undefined : optionProblem(payload, config);
  if (problem) return problem;
  const defaultTenant = next.default_tenant.toLowerCase();
  if (!next.private_tenant_enabled && defaultTenant === 'private') {
    return illegalArgument('Private tenant can not be disabled if it is the default tenant.');
  }
  // Also checked for a stored value, because the tenant may have been deleted meanwhile.
  if (!isTenant(defaultTenant, deps)) {
    return illegalArgument(
      `${next.default_tenant} can not be set to default tenant. ` +
        'Default tenant should be selected from one of the available tenants.'
    );
  }
  if (next.preferred_tenants.length > 100)
    return illegalArgument('At most 100 preferred tenants can be set.');
  return undefined;
}

function isTenant(name: string, { rules }: RestDeps): boolean {
  if (name === '' || name === 'global' || name === 'private') return true;
  for (const tenant of rules.tenantNames()) if (tenant.toLowerCase() === name) return true;
  return false;
}

function optionProblem(
  payload: Payload,
  config: Readonly<Record<string, unknown>>
): EngineResponse | undefined {
  const sent = payload['sign_in_options'] as readonly unknown[];
  const offered = offeredOptions(config);
  const missing = sent.map(String).find((option) => !offered.has(option));
  return missing === undefined
    ? undefined
    : illegalArgument(
        `Validation failure: ${missing.slice(0, 100)} authentication provider is not available for this cluster.`
      );
}

function offeredOptions(config: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const offered = new Set(['ANONYMOUS']);
  const domains = getDynamic(config)['authc'];
  for (const domain of isJsonObject(domains) ? Object.values(domains).filter(isJsonObject) : []) {
    const authenticator = domain['http_authenticator'];
    const type = isJsonObject(authenticator) ? String(authenticator['type']) : '';
    const option = Object.hasOwn(OPTION_OF_AUTHENTICATOR, type)
      ? OPTION_OF_AUTHENTICATOR[type]
      : undefined;
    if (domain['http_enabled'] !== false && option !== undefined) offered.add(option);
  }
  return offered;
}
