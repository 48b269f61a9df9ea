/** Permissions to change the security configuration. */
import { isEverything } from '../patterns/breadth';
import { compilePattern } from '../patterns/pattern';
import type { CompiledRole } from './compiled_role';
import { SECURITY_INDEX } from './security_index';

/** One of each endpoint, so that a pattern for one of them is found too. */
export const REST_ADMINISTRATION: readonly string[] = [
  'actiongroups',
  'allowlist',
  'config/update',
  'internalusers',
  'nodesdn',
  'roles',
  'rolesmapping',
  'tenants',
].map((endpoint) => `restapi:admin/${endpoint}`);

const SYSTEM_INDICES = 'system:admin/system_index';

/**
 * Whether a role may come to administer security: by permissions of the REST API, also by a bare
 * `*` that some releases let through, or by the index of the configuration.
 */
export const mayAdministerSecurity = ({
  clusterActions,
  indexPermissions,
}: CompiledRole): boolean =>
  REST_ADMINISTRATION.some((action) => clusterActions.matches(action)) ||
  indexPermissions.some(
    ({ patterns, actions }) =>
      actions.matchesExplicitly(SYSTEM_INDICES) ||
      patterns.patterns.some(
        (pattern) => !isEverything(pattern) && compilePattern(pattern)(SECURITY_INDEX)
      )
  );
