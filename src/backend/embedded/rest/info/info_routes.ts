/** Information endpoints. */
import {
  CONFIG_UPDATE_RESPONSE,
  HEALTH_RESPONSE,
  TENANT_INDICES_RESPONSE,
  WHO_AM_I_RESPONSE,
} from '../../../../contracts/api/engine_info';
import {
  AUTH_INFO_RESPONSE,
  DASHBOARDS_INFO_RESPONSE,
  REST_API_INFO_RESPONSE,
  TENANCY_INFO_RESPONSE,
} from '../../../../contracts/api/session';
import { DEFAULT_PASSWORD_MESSAGE, DEFAULT_PASSWORD_REGEX } from '../../../../contracts';
import type { EngineSettings } from '../../../api/settings';
import { compilePattern } from '../../../access/patterns/pattern';
import type { EngineResponse } from '../../../api/engine';
import type { ApiAccess } from '../request/api_access';
import {
  CLUSTER_NAME,
  customAttributeNames,
  namedRouteError,
  getNodeId,
  getPeer,
  requestedTenant,
  userText,
} from '../request/caller_info';
import {
  queryFlag,
  queryValue,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { coreError, illegalArgument, json, text } from '../../../model/responses';
import { getDynamic, getTenancy } from '../../../model/security_config';
import { preferredIn } from '../configuration/tenancy_routes';

export const infoRoutes = (deps: RestDeps, access: ApiAccess): readonly Route[] => [
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/authinfo',
    access: 'authenticated',
    query: ['verbose', 'auth_type'],
    handler: (call) => authInfo(deps, call),
    doc: {
      summary: 'Who the caller is: roles, tenants, attributes',
      responseSchema: AUTH_INFO_RESPONSE,
    },
  },
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/dashboardsinfo',
    prefix: 'current',
    access: 'authenticated',
    handler: (call) => dashboardsInfo(deps, call),
    doc: {
      summary: 'Information for a dashboards server',
      responseSchema: DASHBOARDS_INFO_RESPONSE,
    },
  },
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/kibanainfo',
    prefix: 'legacy',
    access: 'authenticated',
    handler: (call) => legacyDashboardsInfo(deps, call),
    doc: {
      summary: 'Dashboards information in the older format',
      responseSchema: TENANCY_INFO_RESPONSE,
    },
  },
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/tenantinfo',
    access: 'authenticated',
    handler: (call) => tenantInfo(deps, call),
    doc: {
      summary: 'Indices of tenants; for the dashboards server only',
      responseSchema: TENANT_INDICES_RESPONSE,
    },
  },
  {
    methods: ['GET'],
    path: '/api/permissionsinfo',
    access: 'authenticated',
    handler: (call) => permissionsInfo(deps, access, call),
    doc: {
      summary: 'Endpoints of this API that the caller may use',
      responseSchema: REST_API_INFO_RESPONSE,
    },
  },
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/health',
    access: 'anyone',
    query: ['mode'],
    handler: (call) => health(deps, call),
    doc: { summary: 'Health of the engine', responseSchema: HEALTH_RESPONSE },
  },
  {
    methods: ['GET', 'POST'],
    reads: true,
    path: '/whoami',
    prefix: 'current',
    access: 'anyone',
    handler: (call) => whoAmI(deps, call),
    doc: { summary: "The caller's client certificate", responseSchema: WHO_AM_I_RESPONSE },
  },
  {
    methods: ['GET'],
    path: '/whoamiprotected',
    prefix: 'current',
    access: 'authenticated',
    permission: (call) =>
      namedRouteError(
        deps.rules,
        call,
        'security:whoamiprotected',
        'cluster:admin/opendistro_security/whoamiprotected'
      ),
    handler: (call) => whoAmI(deps, call),
    doc: {
      summary: "The caller's client certificate; needs security:whoamiprotected",
      responseSchema: WHO_AM_I_RESPONSE,
    },
  },
  {
    methods: ['PUT'],
    path: '/configupdate',
    ...(deps.settings.compatibility === '2.19' && { prefix: 'current' as const }),
    access: 'authenticated',
    query: ['config_types'],
    handler: (call) => configUpdate(deps, call),
    doc: {
      summary: 'Reload the configuration; for the server itself only',
      responseSchema: CONFIG_UPDATE_RESPONSE,
    },
  },
];

/** Describes the client certificate, even if the caller authenticated in another way. */
function whoAmI({ settings }: RestDeps, { caller }: RequestContext): EngineResponse {
  const dn = getPeer(caller)?.[0].subject;
  return json(200, {
    dn: dn ?? null,
    is_admin: caller.kind === 'certificate',
    is_node_certificate_request: dn !== undefined && isNodeName(settings, dn),
  });
}

const isNodeName = ({ nodesDn }: EngineSettings, dn: string): boolean =>
  nodesDn.some((pattern) => compilePattern(pattern)(dn));

/** Type names of files and documents. */
const CONFIG_TYPES = [
  'internalusers',
  'actiongroups',
  'config',
  'roles',
  'rolesmapping',
  'tenants',
  'nodesdn',
  'allowlist',
  'audit',
];

/** The configuration in memory always matches the disk here, so this only flushes the caches. */
function configUpdate(
  { flushCaches, store }: RestDeps,
  { caller, request }: RequestContext
): EngineResponse {
  if (caller.kind !== 'internal' && caller.kind !== 'certificate') return text(403, '');
  const types = (queryValue(request, 'config_types') ?? '').split(',').filter((one) => one !== '');
  if (types.length === 0)
    return coreError(400, 'action_request_validation_exception', 'Validation Failed: ');
  const unknown = types.find((type) => !CONFIG_TYPES.includes(type.toLowerCase()));
  if (unknown !== undefined)
    return illegalArgument(`There is no configuration of type "${unknown.slice(0, 100)}".`);
  flushCaches();
  const node = { updated_config_types: types, updated_config_size: types.length, message: null };
  return json(200, {
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: CLUSTER_NAME,
    configupdate_response: {
      nodes: { [getNodeId(store)]: node },
      node_size: 1,
      has_failures: false,
      failures_size: 0,
    },
  });
}

async function authInfo({ domains }: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const { identity, subject, caller, request } = call;
  const tenant = requestedTenant(call);
  const isKnownByAddress = caller.kind !== 'internal' && caller.kind !== 'certificate';
  const remoteAddress = isKnownByAddress ? caller.remoteAddress : undefined;
  const peer = getPeer(caller);
  return json(200, {
    user: userText(identity, tenant),
    user_name: identity.userName,
    user_requested_tenant: tenant,
    remote_address: remoteAddress ?? null,
    backend_roles: identity.backendRoles,
    custom_attribute_names: customAttributeNames(subject),
    roles: identity.roles,
    tenants: { ...identity.tenants },
    principal: peer?.[0].subject ?? null,
    peer_certificates: String(peer?.length ?? 0),
    sso_logout_url:
      (caller.kind === 'user' ? await domains.logoutLocation(caller.principal) : null) ?? null,
    ...(queryFlag(request, 'verbose', true) ? sizes(call) : {}),
  });
}

function sizes({ identity, subject }: RequestContext) {
  const measureSize = (value: unknown): string =>
    `${Buffer.byteLength(JSON.stringify(value))} bytes`;
  return {
    size_of_user: measureSize([identity.userName, identity.backendRoles, [...subject.attributes]]),
    size_of_custom_attributes: measureSize([...subject.attributes]),
    size_of_backendroles: measureSize(identity.backendRoles),
  };
}

function dashboardsInfo(deps: RestDeps, { identity }: RequestContext): EngineResponse {
  const config = deps.store.document('config')?.body;
  const tenancy = getTenancy(config);
  return json(200, {
    user_name: identity.userName,
    not_fail_on_forbidden_enabled: reducesRequests(config),
    opensearch_dashboards_mt_enabled: tenancy.multitenancy_enabled,
    opensearch_dashboards_index: tenancy.index,
    opensearch_dashboards_server_user: tenancy.server_username,
    multitenancy_enabled: tenancy.multitenancy_enabled,
    private_tenant_enabled: tenancy.private_tenant_enabled,
    default_tenant: tenancy.default_tenant,
    sign_in_options: tenancy.sign_in_options,
    ...preferredIn(tenancy),
    password_validation_error_message: deps.settings.passwordMessage ?? DEFAULT_PASSWORD_MESSAGE,
    password_validation_regex: deps.settings.passwordRegex ?? DEFAULT_PASSWORD_REGEX,
    ...(deps.settings.compatibility === '3.4' && { resource_sharing_enabled: false }),
  });
}

function legacyDashboardsInfo({ store }: RestDeps, { identity }: RequestContext): EngineResponse {
  const config = store.document('config')?.body;
  const tenancy = getTenancy(config);
  return json(200, {
    user_name: identity.userName,
    not_fail_on_forbidden_enabled: reducesRequests(config),
    kibana_mt_enabled: tenancy.multitenancy_enabled,
    kibana_index: tenancy.index,
    kibana_server_user: tenancy.server_username,
  });
}

/** Whether a cluster reduces requests to the permitted indices instead of rejecting them. */
const reducesRequests = (config: Readonly<Record<string, unknown>> | undefined): boolean =>
  getDynamic(config)['do_not_fail_on_forbidden'] === true;

/** Empty: this server stores saved objects itself, so there are no tenant indices. */
function tenantInfo(
  { store, rules }: RestDeps,
  { identity, caller }: RequestContext
): EngineResponse {
  const { server_username: serverUser, opendistro_role: role } = getTenancy(
    store.document('config')?.body
  );
  const users = role === null ? undefined : rules.mappings.get(role)?.users;
  const isAllowed =
    caller.kind === 'internal' ||
    caller.kind === 'certificate' ||
    identity.userName === serverUser ||
    users?.includes(identity.userName);
  return isAllowed ? json(200, {}) : text(403, '');
}

function permissionsInfo(
  { store }: RestDeps,
  access: ApiAccess,
  call: RequestContext
): EngineResponse {
  const { identity } = call;
  // Without its document, the audit API returns 501.
  const unsupported = store.document('audit') ? [] : (['AUDIT'] as const);
  return json(200, {
    user: userText(identity, requestedTenant(call)),
    user_name: identity.userName,
    has_api_access: identity.hasApiAccess,
    disabled_endpoints: access.disabledEndpoints(identity, unsupported),
  });
}

function health({ settings }: RestDeps, { request }: RequestContext): EngineResponse {
  return json(200, {
    message: null,
    mode: queryValue(request, 'mode') ?? 'strict',
    status: 'UP',
    ...(settings.compatibility === '3.4' && {
      settings: { 'plugins.security.cache.ttl_minutes': 60 },
    }),
  });
}
