/** What information endpoints tell a caller of himself. Source: reference 1.13, 1.20, 4.8. */
import type { Subject } from '../evaluation/attributes';
import type { Identity } from '../types';
import type { Call } from './call';

/** The tenant header as sent: `securitytenant`, else `security_tenant`, else what the caller brings; null when absent. */
export function requestedTenant({ request, caller }: Call): string | null {
  const headers = request.headers ?? {};
  const own = caller.kind === 'user' ? caller.tenant : undefined;
  return headers['securitytenant'] ?? headers['security_tenant'] ?? own ?? null;
}

export const customAttributeNames = ({ attributes }: Subject): readonly string[] => [...attributes.keys()];

/** `User [name=jdoe, backend_roles=[devs], requestedTenant=null]` */
export const userText = (identity: Identity, tenant: string | null): string =>
  `User [name=${identity.userName}, backend_roles=[${identity.backendRoles.join(', ')}], requestedTenant=${tenant}]`;
