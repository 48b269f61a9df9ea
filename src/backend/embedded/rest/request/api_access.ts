/** Access to the management API. */
import { isClusterActionExplicit } from '../../../access/evaluation/permission_check';
import type { RuleSet } from '../../../access/evaluation/rule_set';
import type { Compatibility, EngineSettings } from '../../../api/settings';
import type { HttpMethod, Identity, TlsConnection } from '../../../api/engine';
import { endpointPermission } from '../../authentication/api_key_store/endpoint_permissions';
import type { EndpointName } from './request_context';
import { REST_ADMIN_PERMISSIONS } from './rest_admin';

/** Why no certificate grants access, in a cluster's words. */
function certificateReason(tls: TlsConnection | undefined): string {
  if (!tls) return 'No ssl info found in request.';
  return tls.peer
    ? `Security admin permissions required but ${tls.peer[0].subject} is not an admin`
    : 'No client TLS certificate found in request';
}

const ALL_METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'TRACE',
  'CONNECT',
];

const ENDPOINTS_OF_BOTH = [
  'ACCOUNT',
  'ACTIONGROUPS',
  'AUDIT',
  'CACHE',
  'CONFIG',
  'ROLES',
  'ROLESMAPPING',
  'INTERNALUSERS',
  'SYSTEMINFO',
  'PERMISSIONSINFO',
  'AUTHTOKEN',
  'TENANTS',
  'MIGRATE',
  'VALIDATE',
  'ALLOWLIST',
  'NODESDN',
  'SSL',
];

/** Endpoints that `permissionsinfo` reports as disabled to a caller without any access. */
const ALL_ENDPOINTS: Readonly<Record<Compatibility, readonly string[]>> = {
  '2.19': [...ENDPOINTS_OF_BOTH, 'WHITELIST'],
  '3.4': [
    ...ENDPOINTS_OF_BOTH,
    'RATELIMITERS',
    'RESOURCE_SHARING',
    'VIEW_VERSION',
    'ROLLBACK_VERSION',
  ],
};

export class ApiAccess {
  constructor(
    private readonly rules: RuleSet,
    private readonly settings: EngineSettings
  ) {}

  /** @returns the error message, or `undefined` if the request is allowed */
  denialMessage(
    identity: Identity,
    endpoint: EndpointName,
    method: HttpMethod,
    tls?: TlsConnection
  ): string | undefined {
    const reason = this.roleReason(identity, endpoint, method);
    return reason && `No permission to access REST API: ${reason}. ${certificateReason(tls)}`;
  }

  isSuperAdmin(identity: Identity, endpoint: EndpointName): boolean {
    const permission = REST_ADMIN_PERMISSIONS[endpoint];
    if (!this.settings.isRestAdminEnabled || permission === undefined) return false;
    return (
      isClusterActionExplicit(this.rules.compiledRoles(identity.roles), permission) &&
      this.isNamedByKey(identity, endpoint)
    );
  }

  /** Whether the permissions of an API key include an endpoint. */
  private isNamedByKey({ key }: Identity, endpoint: string): boolean {
    if (!key?.permissions) return true;
    const permissions = this.rules.compiledPermissions(key.permissions);
    return isClusterActionExplicit([permissions], endpointPermission(endpoint));
  }

  /**
   * `disabled_endpoints` of `permissionsinfo`: methods by endpoint.
   * @param unsupported - endpoints that return 501 to all callers
   */
  disabledEndpoints(
    identity: Identity,
    unsupported: readonly EndpointName[] = []
  ): Readonly<Record<string, readonly string[]>> {
    const everything = (endpoints: readonly string[]) =>
      Object.fromEntries(endpoints.map((endpoint) => [endpoint, ALL_METHODS]));
    if (!identity.hasApiAccess) return everything(ALL_ENDPOINTS[this.settings.compatibility]);
    const disabled = [...this.disabledFor(identity)].map(
      ([endpoint, methods]) => [endpoint, [...methods]] as const
    );
    const unnamed = ALL_ENDPOINTS[this.settings.compatibility].filter(
      (endpoint) => endpoint !== 'ACCOUNT' && !this.isNamedByKey(identity, endpoint)
    );
    return {
      ...Object.fromEntries(disabled),
      ...everything(unnamed),
      ...everything(unsupported),
    };
  }

  private roleReason(
    identity: Identity,
    endpoint: EndpointName,
    method: HttpMethod
  ): string | undefined {
    const user = `User ${identity.userName} with Security roles [${identity.roles.join(', ')}]`;
    if (this.settings.apiRoles.length === 0) return 'Role based access not enabled.';
    if (!identity.hasApiAccess) return `${user} does not have any role privileged for admin access`;
    if (!this.isNamedByKey(identity, endpoint))
      return `the API key of ${identity.userName} does not name ${endpointPermission(endpoint)}`;
    const isDisabled = this.disabledFor(identity).get(endpoint)?.has(method) ?? false;
    return isDisabled
      ? `${user} does not have any access to endpoint ${endpoint} and method ${method}`
      : undefined;
  }

  /**
   * The restrictions of the caller's restricted roles are intersected; global restrictions are
   * added.
   */
  private disabledFor(identity: Identity): Map<string, Set<string>> {
    const configured = new Map(Object.entries(this.settings.disabledEndpoints));
    if (configured.size === 0) return new Map();
    const restricted = identity.roles
      .filter((role) => this.settings.apiRoles.includes(role))
      .map((role) => configured.get(role))
      .filter((restriction) => restriction !== undefined)
      .map(toMethodSets);
    const disabled = intersection(restricted);
    for (const [endpoint, methods] of toMethodSets(configured.get('global') ?? {})) {
      disabled.set(endpoint, new Set([...(disabled.get(endpoint) ?? []), ...methods]));
    }
    return disabled;
  }
}

function toMethodSets(
  restriction: Readonly<Record<string, readonly string[]>>
): Map<string, Set<string>> {
  const entries = Object.entries(restriction).map(([endpoint, methods]) => {
    const all = methods.includes('*') ? ALL_METHODS : methods.map((method) => method.toUpperCase());
    return [endpoint.toUpperCase(), new Set(all)] as const;
  });
  return new Map(entries);
}

function intersection(restrictions: readonly Map<string, Set<string>>[]): Map<string, Set<string>> {
  const [first, ...others] = restrictions;
  const result = new Map<string, Set<string>>();
  for (const [endpoint, methods] of first ?? []) {
    const shared = [...methods].filter((method) =>
      others.every((other) => other.get(endpoint)?.has(method))
    );
    if (shared.length > 0) result.set(endpoint, new Set(shared));
  }
  return result;
}
