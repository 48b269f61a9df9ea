/** Information about the caller for the information endpoints. */
import { isServiceSubject, type Subject } from '../../../access/evaluation/attributes';
import type { EngineCaller, EngineResponse, Identity, TlsConnection } from '../../../api/engine';
import { isClusterActionAllowed } from '../../../access/evaluation/permission_check';
import type { RuleSet } from '../../../access/evaluation/rule_set';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { RequestContext } from './request_context';
import { text } from '../../../model/responses';

/**
 * The tenant header as sent: `securitytenant`, else `security_tenant`, else the caller's tenant;
 * null if absent. Callers with a certificate have none.
 */
export function requestedTenant({ request, caller }: RequestContext): string | null {
  if (caller.kind === 'certificate') return null;
  const headers = request.headers ?? {};
  const own = caller.kind === 'user' ? caller.tenant : undefined;
  return headers['securitytenant'] ?? headers['security_tenant'] ?? own ?? null;
}

export const customAttributeNames = ({ attributes }: Subject): readonly string[] => [
  ...attributes.keys(),
];

/** `User [name=jdoe, backend_roles=[devs], requestedTenant=null]` */
export const userText = (identity: Identity, tenant: string | null): string =>
  `User [name=${identity.userName}, backend_roles=[${identity.backendRoles.join(', ')}], requestedTenant=${tenant}]`;

/** The TLS connection of a request, if this server terminates TLS. */
export const getTls = (caller: EngineCaller): TlsConnection | undefined =>
  caller.kind === 'internal' ? undefined : caller.tls;

/** The caller's certificate chain, starting with the caller's own. */
export const getPeer = (caller: EngineCaller): TlsConnection['peer'] => getTls(caller)?.peer;

export const CLUSTER_NAME = 'security-dashboards';

/** Id of the only node, also used in audit events. */
export const getNodeId = (store: EntityStore): string => store.meta('cluster_uuid') ?? '';

/** Service accounts have no cluster permissions. */
export function hasClusterPermission(
  rules: RuleSet,
  { caller, identity, subject }: RequestContext,
  action: string
): boolean {
  return (
    caller.kind === 'internal' ||
    caller.kind === 'certificate' ||
    (!isServiceSubject(subject) &&
      isClusterActionAllowed(rules.compiledRoles(identity.roles), action) &&
      (!subject.within ||
        isClusterActionAllowed([rules.compiledPermissions(subject.within)], action)))
  );
}

export const noPermissions = (call: RequestContext, action: string): string =>
  `no permissions for [${action}] and ${userText(call.identity, requestedTenant(call))}`;

/** Named routes return 401 with plain text. */
export const namedRouteError = (
  rules: RuleSet,
  call: RequestContext,
  action: string,
  formerAction?: string
): EngineResponse | undefined => {
  const actions = [formerAction, action].filter((one) => one !== undefined);
  if (actions.some((one) => hasClusterPermission(rules, call, one))) return undefined;
  const required = formerAction === undefined ? action : `any of [${actions.join(', ')}]`;
  return text(401, noPermissions(call, required));
};
