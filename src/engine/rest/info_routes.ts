/** Information endpoints. Source: reference 1.20. */
import { isClusterActionAllowed } from '../evaluation/permission_check';
import { ADVERTISED_PASSWORD_MESSAGE, ADVERTISED_PASSWORD_REGEX } from '../settings';
import type { EngineResponse } from '../types';
import type { ApiAccess } from './api_access';
import { customAttributeNames, requestedTenant, userText } from './caller_info';
import { queryValue, type Call, type RestDeps, type Route } from './call';
import { coreError, json, text } from './responses';
import { tenancyOf } from './security_config';

/** The engine line whose behaviour is reproduced. */
const ENGINE_VERSION = '3.9.0';

export const infoRoutes = (deps: RestDeps, access: ApiAccess): readonly Route[] => [
  { methods: ['GET', 'POST'], path: '/authinfo', access: 'authenticated', query: ['verbose'], handler: authInfo },
  { methods: ['GET', 'POST'], path: '/dashboardsinfo', access: 'authenticated', handler: (call) => dashboardsInfo(deps, call) },
  { methods: ['GET', 'POST'], path: '/kibanainfo', access: 'authenticated', handler: (call) => kibanaInfo(deps, call) },
  { methods: ['GET', 'POST'], path: '/tenantinfo', access: 'authenticated', handler: (call) => tenantInfo(deps, call) },
  { methods: ['GET'], path: '/api/permissionsinfo', access: 'authenticated', handler: (call) => permissionsInfo(access, call) },
  { methods: ['GET', 'POST'], path: '/health', access: 'anyone', query: ['mode'], handler: health },
  {
    methods: ['GET', 'POST'],
    path: '/whoami',
    access: 'anyone',
    handler: () => json(200, { dn: null, is_admin: false, is_node_certificate_request: false }),
  },
  { methods: ['GET', 'HEAD'], path: '//', access: 'authenticated', handler: (call) => mainInfo(deps, call) },
];

function authInfo(call: Call): EngineResponse {
  const { identity, subject, caller, request } = call;
  const tenant = requestedTenant(call);
  const remoteAddress = caller.kind === 'internal' ? undefined : caller.remoteAddress;
  return json(200, {
    user: userText(identity, tenant),
    user_name: identity.userName,
    user_requested_tenant: tenant,
    remote_address: remoteAddress ?? null,
    backend_roles: identity.backendRoles,
    custom_attribute_names: customAttributeNames(subject),
    roles: identity.roles,
    tenants: { ...identity.tenants },
    principal: null,
    peer_certificates: '0',
    sso_logout_url: null,
    ...(isTrue(queryValue(request, 'verbose')) ? sizes(call) : {}),
  });
}

const isTrue = (value: string | undefined): boolean => value === '' || value === 'true';

function sizes({ identity, subject }: Call) {
  const sizeOf = (value: unknown): string => `${Buffer.byteLength(JSON.stringify(value))}b`;
  return {
    size_of_user: sizeOf([identity.userName, identity.backendRoles, [...subject.attributes]]),
    size_of_custom_attributes: sizeOf([...subject.attributes]),
    size_of_backendroles: sizeOf(identity.backendRoles),
  };
}

function dashboardsInfo(deps: RestDeps, { identity }: Call): EngineResponse {
  const tenancy = tenancyOf(deps.store.document('config')?.body);
  return json(200, {
    user_name: identity.userName,
    not_fail_on_forbidden_enabled: false,
    opensearch_dashboards_mt_enabled: tenancy.multitenancy_enabled,
    opensearch_dashboards_index: tenancy.index,
    opensearch_dashboards_server_user: tenancy.server_username,
    multitenancy_enabled: tenancy.multitenancy_enabled,
    preferred_tenants: tenancy.preferred_tenants,
    private_tenant_enabled: tenancy.private_tenant_enabled,
    default_tenant: tenancy.default_tenant,
    sign_in_options: tenancy.sign_in_options,
    password_validation_error_message: deps.settings.passwordMessage ?? ADVERTISED_PASSWORD_MESSAGE,
    password_validation_regex: deps.settings.passwordRegex ?? ADVERTISED_PASSWORD_REGEX,
    resource_sharing_enabled: false,
    api_tokens_enabled: false,
    max_duration_seconds: 7_776_000,
  });
}

function kibanaInfo({ store }: RestDeps, { identity }: Call): EngineResponse {
  const tenancy = tenancyOf(store.document('config')?.body);
  return json(200, {
    user_name: identity.userName,
    not_fail_on_forbidden_enabled: false,
    kibana_mt_enabled: tenancy.multitenancy_enabled,
    kibana_index: tenancy.index,
    kibana_server_user: tenancy.server_username,
  });
}

/** The host keeps saved objects itself, so there are no tenant indices to name. */
function tenantInfo({ store, rules }: RestDeps, { identity, caller }: Call): EngineResponse {
  const { server_username: serverUser, opendistro_role: role } = tenancyOf(store.document('config')?.body);
  const users = role === null ? undefined : rules.mappings.get(role)?.users;
  const isAllowed = caller.kind === 'internal' || identity.userName === serverUser || users?.includes(identity.userName);
  return isAllowed ? json(200, {}) : text(403, '');
}

function permissionsInfo(access: ApiAccess, call: Call): EngineResponse {
  const { identity } = call;
  return json(200, {
    user: userText(identity, requestedTenant(call)),
    user_name: identity.userName,
    has_api_access: identity.hasApiAccess,
    disabled_endpoints: access.disabledEndpoints(identity),
  });
}

function health({ request }: Call): EngineResponse {
  const mode = queryValue(request, 'mode') === 'lenient' ? 'lenient' : 'strict';
  return json(200, { message: null, mode, status: 'UP', settings: { 'plugins.security.cache.ttl_minutes': 60 } });
}

/** What clients probe to learn whom they talk to; needs `cluster:monitor/main` as on a cluster. */
function mainInfo({ store, rules }: RestDeps, call: Call): EngineResponse {
  const action = 'cluster:monitor/main';
  const isAllowed = call.caller.kind === 'internal' || isClusterActionAllowed(rules.compiledRoles(call.identity.roles), action);
  if (!isAllowed) {
    const user = userText(call.identity, requestedTenant(call));
    return coreError(403, 'security_exception', `no permissions for [${action}] and ${user}`);
  }
  return json(200, {
    name: 'security-dashboards',
    cluster_name: 'security-dashboards',
    cluster_uuid: store.meta('cluster_uuid') ?? '',
    version: {
      distribution: 'opensearch',
      number: ENGINE_VERSION,
      build_type: 'embedded',
      build_hash: 'unknown',
      build_date: 'unknown',
      build_snapshot: false,
      lucene_version: 'none',
      minimum_wire_compatibility_version: '2.19.0',
      minimum_index_compatibility_version: '2.0.0',
    },
    tagline: 'The OpenSearch Project: https://opensearch.org/',
  });
}
