/** The differences between the five entity types for the generic routes. */
import { dlsProblem } from '../../../model/dls_query';
import { isJsonObject } from '../../../model/entity_shape';
import { ACTION_GROUP_TYPES, type Entity } from '../../../../contracts/entities';
import { maskedFieldProblem } from '../../../model/masked_field';
import { isServiceAccount } from '../../../model/service_account';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse, ResourceType } from '../../../api/engine';
import type { EndpointName } from '../request/request_context';
import type { Payload } from '../../../model/payload';
import { patternFailure } from '../request/pattern_validation';
import { PAYLOAD_RULES, type PayloadRules } from '../../../model/payload_rules';
import { grantsRestAdmin } from '../request/rest_admin';
import {
  accessDenied,
  badRequest,
  invalid,
  isReserved,
  isStatic,
  notAvailable,
  notFound,
} from '../../../model/responses';

export interface Resource {
  readonly type: ResourceType;
  readonly endpoint: EndpointName;
  /** The name of the type in messages. */
  readonly typeName: string;
  /** Older path, which does not support PATCH. */
  readonly alias?: string;
  readonly rules: PayloadRules;
  /**
   * Checks that need the rest of the configuration. Runs inside the write transaction.
   * @returns the error, or `undefined`
   */
  readonly check: (
    store: EntityStore,
    name: string,
    payload: Payload,
    rights: ChangeRights
  ) => EngineResponse | undefined;
}

export interface ChangeRights {
  readonly isSuperAdmin: boolean;
  /** Requests of the server itself are also exempt from the rules for super administrators. */
  readonly isInternal: boolean;
  /** Files may name roles that do not exist, as those of a cluster, and exports do. */
  readonly isImport?: boolean;
}

export const RESOURCES: readonly Resource[] = [
  {
    type: 'internalusers',
    endpoint: 'INTERNALUSERS',
    typeName: 'user',
    alias: 'user',
    rules: PAYLOAD_RULES.internalusers,
    check: checkUser,
  },
  {
    type: 'roles',
    endpoint: 'ROLES',
    typeName: 'role',
    rules: PAYLOAD_RULES.roles,
    check: checkRole,
  },
  {
    type: 'rolesmapping',
    endpoint: 'ROLESMAPPING',
    typeName: 'rolesmapping',
    rules: PAYLOAD_RULES.rolesmapping,
    check: checkMapping,
  },
  {
    type: 'actiongroups',
    endpoint: 'ACTIONGROUPS',
    typeName: 'actiongroup',
    alias: 'actiongroup',
    rules: PAYLOAD_RULES.actiongroups,
    check: checkActionGroup,
  },
  {
    type: 'tenants',
    endpoint: 'TENANTS',
    typeName: 'tenant',
    rules: PAYLOAD_RULES.tenants,
    check: () => undefined,
  },
];

export const getResource = (type: ResourceType): Resource =>
  RESOURCES.find((one) => one.type === type) as Resource;

function checkUser(
  store: EntityStore,
  name: string,
  payload: Payload,
  rights: ChangeRights
): EngineResponse | undefined {
  const roles = namesIn(payload['opendistro_security_roles']);
  // Read only if there are roles to check: most bulk changes of users have none.
  const assignedRoles = new Set(
    roles.length > 0
      ? store.read('internalusers', name)?.entity.opendistro_security_roles
      : undefined
  );
  const withoutRestAdmin = new Set<string>();
  const failure =
    firstFailure(roles, (role) =>
      checkAssignableRole(store, role, assignedRoles, withoutRestAdmin, rights)
    ) ?? checkServiceAccount(name, payload, rights);
  if (failure) return failure;
  return name.includes(':')
    ? badRequest("A restricted character(s) was detected in the account name. Please remove: ':'")
    : undefined;
}

/**
 * A role can be assigned to a user if it exists, is visible, and its mapping is neither hidden nor
 * reserved. Roles with REST administration can be kept but not assigned: that requires a mapping.
 */
function checkAssignableRole(
  store: EntityStore,
  name: string,
  assignedRoles: ReadonlySet<string>,
  withoutRestAdmin: Set<string>,
  rights: ChangeRights
): EngineResponse | undefined {
  const role = store.read('roles', name)?.entity;
  if (!role && !rights.isImport) return notFound(`role '${name}' not found.`);
  const isGranting = () =>
    role !== undefined && grantsRestAdmin(store, role.cluster_permissions, withoutRestAdmin);
  if (!rights.isInternal && !assignedRoles.has(name) && isGranting()) return accessDenied();
  if (rights.isSuperAdmin) return undefined;
  const mapping = store.read('rolesmapping', name)?.entity;
  if (role?.hidden || mapping?.hidden) return notAvailable(name);
  return mapping?.reserved ? isReserved(name) : undefined;
}

function checkServiceAccount(
  name: string,
  payload: Payload,
  { isInternal }: ChangeRights
): EngineResponse | undefined {
  if (!isServiceAccount(getAttributes(payload))) return undefined;
  const failed = `Failed to register service account: ${name}`;
  if (payload['password'] !== undefined)
    return badRequest(`A password cannot be provided for a service account. ${failed}`);
  // Configuration files contain the hash of its token.
  if (!isInternal && (payload['hash'] ?? '') !== '')
    return badRequest(`A password hash cannot be provided for service account. ${failed}`);
  return undefined;
}

export const getAttributes = ({ attributes }: Payload): Readonly<Record<string, unknown>> =>
  isJsonObject(attributes) ? attributes : {};

function checkRole(
  store: EntityStore,
  _name: string,
  payload: Payload,
  rights: ChangeRights
): EngineResponse | undefined {
  const failure = patternFailure('roles', payload);
  if (failure) return failure;
  if (!rights.isInternal && grantsRestAdmin(store, getStrings(payload['cluster_permissions'])))
    return accessDenied();
  return maskedFieldFailure(payload) ?? dlsFailure(payload);
}

export function maskedFieldFailure(payload: Payload): EngineResponse | undefined {
  const problems = getObjects(payload['index_permissions'])
    .flatMap((permission) => getStrings(permission['masked_fields']))
    .map((expression) => [expression, maskedFieldProblem(expression)] as const)
    .filter(([, problem]) => problem !== undefined);
  if (problems.length === 0) return undefined;
  const details = problems.map(
    ([expression, problem]) => [`Masked field not valid: ${expression}`, problem] as const
  );
  return invalid('Wrong datatype', Object.fromEntries(details));
}

/** A deliberate deviation: the real engine saves such queries and then shows all documents. */
function dlsFailure(payload: Payload): EngineResponse | undefined {
  const permissions = getObjects(payload['index_permissions']);
  const problems = permissions.flatMap(({ dls }, index) => {
    const problem = typeof dls === 'string' ? dlsProblem(dls) : undefined;
    return problem === undefined
      ? []
      : [[`DLS query not valid in index_permissions[${index}]`, problem] as const];
  });
  return problems.length === 0
    ? undefined
    : invalid('Invalid DLS query', Object.fromEntries(problems));
}

function checkMapping(
  store: EntityStore,
  name: string,
  payload: Payload,
  rights: ChangeRights
): EngineResponse | undefined {
  const role = store.read('roles', name)?.entity;
  if (!role && !rights.isImport) return notFound(`role '${name}' not found.`);
  if (role?.hidden && !rights.isSuperAdmin) return notAvailable(name);
  return role && !rights.isInternal && grantsRestAdmin(store, role.cluster_permissions)
    ? accessDenied()
    : patternFailure('rolesmapping', payload);
}

/** Roles that an entry names and that do not exist. Nobody gains anything by them. */
export function missingRoles(
  store: Pick<EntityStore, 'has'>,
  type: ResourceType,
  name: string,
  payload: Payload
): readonly string[] {
  const named =
    type === 'rolesmapping'
      ? [name]
      : type === 'internalusers'
        ? namesIn(payload['opendistro_security_roles'])
        : [];
  return named.filter((role) => !store.has('roles', role));
}

/** Whether a user has the name of a tenant, or the other way round. */
export const hasNamesake = (
  store: Pick<EntityStore, 'has'>,
  type: ResourceType,
  name: string
): boolean =>
  (type === 'tenants' && store.has('internalusers', name)) ||
  (type === 'internalusers' && store.has('tenants', name));

function checkActionGroup(
  store: EntityStore,
  name: string,
  payload: Payload,
  rights: ChangeRights
): EngineResponse | undefined {
  const type = payload['type'];
  const isKnown = ACTION_GROUP_TYPES.some((known) => known === String(type).toLowerCase());
  if (type !== undefined && !isKnown) {
    const known = ACTION_GROUP_TYPES.join(', ');
    return badRequest(`Invalid action group type: ${String(type)}. Supported types are: ${known}.`);
  }
  if (store.has('roles', name)) {
    return badRequest(
      `${name} is an existing role. A action group cannot be named with an existing role name.`
    );
  }
  const actions = getStrings(payload['allowed_actions']);
  if (actions.includes(name)) return badRequest(`${name} cannot be an allowed_action of itself`);
  const failure = patternFailure('actiongroups', payload);
  if (failure) return failure;
  return !rights.isInternal && grantsRestAdmin(store, actions) ? accessDenied() : undefined;
}

const getStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];

/** Reads names as a cluster does: numbers and booleans as text, anything else as no name. */
const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map((element) => (typeof element === 'object' ? '' : String(element)))
    : [];

const getObjects = (value: unknown): readonly Payload[] =>
  Array.isArray(value)
    ? value.filter((element) => typeof element === 'object' && element !== null)
    : [];

function firstFailure<T>(
  values: readonly T[],
  check: (value: T) => EngineResponse | undefined
): EngineResponse | undefined {
  for (const value of values) {
    const failure = check(value);
    if (failure) return failure;
  }
  return undefined;
}

/**
 * Checks the flags in the order hidden, static, reserved. Source:
 * docs/reference/engine.md#entry-flags. Static entries bind all callers here: the real engine
 * accepts changes by a super administrator and then ignores them.
 */
export function protection(
  name: string,
  entity: Entity | undefined,
  rights: ChangeRights
): EngineResponse | undefined {
  if (!entity) return undefined;
  if (entity.hidden && !rights.isSuperAdmin) return notAvailable(name);
  if (entity.static) return isStatic(name);
  return entity.reserved && !rights.isSuperAdmin ? isReserved(name) : undefined;
}
