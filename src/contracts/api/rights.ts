/**
 * What calls need of a caller: endpoints of the management API with a method, as
 * `engine.restapi.endpoints_disabled` names them.
 */

/** The configuration of access. Whoever may change it can become anybody. */
const ACCESS_ENDPOINTS = [
  'ACTIONGROUPS',
  'CONFIG',
  'INTERNALUSERS',
  'ROLES',
  'ROLESMAPPING',
  'TENANTS',
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A method and an endpoint: `PUT ROLES`. */
export type Right = `${(typeof METHODS)[number]} ${Uppercase<string>}`;

/** Methods that a caller with API access may not use, by endpoint. */
export type DisabledEndpoints = Readonly<Record<string, readonly string[]>>;

/**
 * What a route for administrators needs. `any`: access to any endpoint; the response contains
 * nothing of the configuration. `each`: the right of each entry, user or index that the request
 * concerns; the engine checks it. `full`: everything, as `isFullAdministrator` has it.
 */
export type RequiredRights = 'any' | 'each' | 'full' | readonly Right[];

export function hasRight(disabled: DisabledEndpoints, right: Right): boolean {
  const [method = '', endpoint = ''] = right.split(' ');
  return !(disabled[endpoint]?.includes(method) ?? false);
}

/** Whether nothing of the configuration of access is closed to a caller with API access. */
export const isFullAdministrator = (disabled: DisabledEndpoints): boolean =>
  ACCESS_ENDPOINTS.every((endpoint) =>
    METHODS.every((method) => hasRight(disabled, `${method} ${endpoint}`))
  );

/** What renaming takes: the entry moves, and what refers to it is rewritten. */
export const RENAME_RIGHTS = {
  roles: ['POST ROLES', 'PUT ROLESMAPPING', 'PUT INTERNALUSERS'],
  actiongroups: ['POST ACTIONGROUPS', 'PUT ROLES'],
  tenants: ['POST TENANTS', 'PUT ROLES'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** The endpoint of a kind of entries, such as `roles`, or of a document. */
export const endpointFor = (kind: string): Uppercase<string> =>
  (kind === 'guardrails' || kind === 'securityconfig' || kind === 'connections'
    ? 'CONFIG'
    : kind.toUpperCase()) as Uppercase<string>;
