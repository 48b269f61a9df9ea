/**
 * Access decisions with caches for subjects and for the grants of role sets. Cached values are
 * valid for one version of the rules, so a configuration change applies to the next decision.
 */
import type { RuleSource } from './rule_source';
import type { SourceUser, UserSource } from '../user_source';
import { isJsonObject } from '../../model/entity_shape';
import { DASHBOARDS_DEFAULTS } from '../../model/security_config';
import {
  decideAccess,
  type AccessDecision,
  type AccessRequest,
  type DecisionDetails,
  type DecisionSettings,
  type DecisionSubject,
} from './access_decision';
import type { Subject } from './attributes';
import type { CompiledRole } from './compiled_role';
import { isPlainName } from './index_targets';
import type { MappingSubject } from './mapping_index';
import type { MergeSettings } from './restrictions';
import { BoundAccess, RoleSets } from './role_set_access';
import { findDoubtfulRoles, type RuleView } from './rule_view';

/** A described user, in the form that authentication returns. Need not exist. */
export interface SimulatedSubject {
  readonly name: string;
  readonly backendRoles?: readonly string[];
  /** Security roles assigned directly. */
  readonly securityRoles?: readonly string[];
  /** Keys are full names: `attr.internal.department`, `attr.jwt.team`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Remote IP address. */
  readonly host?: string;
  /** Host names of that address, if host names are resolved. */
  readonly hostNames?: readonly string[];
  /** As in `MappingSubject`. */
  readonly hostPattern?: string;
  readonly areEntries?: boolean;
}

interface Remembered extends DecisionSubject {
  readonly record: SourceUser;
  /** Decisions by action and index, for requests that `getOnlyIndex` can key. */
  readonly decisions: Map<string, Map<string, AccessDecision>>;
}

export interface AccessServiceDeps {
  readonly users: Pick<UserSource, 'find'>;
  readonly rules: RuleSource;
  readonly merge: MergeSettings;
  /** Host names of a remote address, if host names are resolved. */
  readonly hostNamesOf?: (address: string) => readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const NO_NAMES: readonly string[] = [];
const MAX_SUBJECTS = 10_000;
const MAX_ROLE_SETS = 1_000;
/** Cached decisions of all role sets, about 100 bytes each. */
const MAX_CACHED_DECISIONS = 200_000;

export class AccessService {
  private readonly subjects = new Map<string, Remembered>();
  private readonly memory = { results: 0 };
  private readonly roleSets = new RoleSets(this.memory);
  private version = -1;
  private current: DecisionSettings;

  constructor(private readonly deps: AccessServiceDeps) {
    this.current = getSettings({}, deps.merge);
  }

  get settings(): DecisionSettings {
    return this.current;
  }

  /** @param dynamic - `config.dynamic` of the security configuration */
  configure(dynamic: Readonly<Record<string, unknown>>): void {
    this.current = getSettings(dynamic, this.deps.merge);
    this.forgetAll();
  }

  /** @returns `undefined` if the internal user does not exist */
  decideForUser(
    userName: string,
    request: AccessRequest,
    host?: string
  ): AccessDecision | undefined {
    const who = this.internalUser(userName, host);
    if (!who) return undefined;
    const index = who.access.dependsOnTime ? undefined : getOnlyIndex(request);
    if (index === undefined) return this.decide(who, request).decision;
    const known = who.decisions.get(request.action)?.get(index);
    return known ?? this.remember(who, request, index);
  }

  private remember(who: Remembered, request: AccessRequest, index: string): AccessDecision {
    const { decision } = this.decide(who, request);
    const byIndex = who.decisions.get(request.action);
    if (byIndex) byIndex.set(index, decision);
    else who.decisions.set(request.action, new Map([[index, decision]]));
    this.memory.results++;
    return decision;
  }

  decideForSubject(subject: SimulatedSubject, request: AccessRequest): AccessDecision {
    return this.decide(this.simulated(subject), request).decision;
  }

  decide(
    who: DecisionSubject,
    request: AccessRequest,
    rules: RuleView = this.deps.rules.current()
  ): DecisionDetails {
    const nowMs = this.deps.now();
    return decideAccess(who, request, this.current, (name) => rules.hasTenant(name), nowMs);
  }

  private internalUser(userName: string, host?: string): Remembered | undefined {
    this.forgetWhatIsOld();
    const { users } = this.deps;
    const rules = this.deps.rules.current();
    const record = users.find(userName);
    if (!record) return undefined;
    const address = this.deps.rules.dependsOnAddress ? host : undefined;
    const hostNames = address === undefined ? NO_NAMES : this.hostNamesOf(address);
    const key = address === undefined ? userName : [userName, address, ...hostNames].join('\n');
    const known = this.subjects.get(key);
    if (known?.record === record) return known;
    const { backend_roles: backendRoles, opendistro_security_roles: direct } = record.user;
    const mapped = { userName, backendRoles, remoteAddress: address, hostNames };
    const roles = rules.roleNamesFor(mapped, direct);
    const doubtfulRoles = findDoubtfulRoles(rules, mapped, roles);
    const { attributes } = record;
    const hasFallbacks = rules.hasFallbacks();
    const subject = { userName, backendRoles, roles, doubtfulRoles, attributes, hasFallbacks };
    const decisions: Remembered['decisions'] = new Map();
    const made = { ...this.whoIs(subject), record, decisions };
    if (this.subjects.size >= MAX_SUBJECTS) this.subjects.clear();
    this.subjects.set(key, made);
    return made;
  }

  hostNamesOf(address: string): readonly string[] {
    return this.deps.hostNamesOf?.(address) ?? [];
  }

  simulated(subject: SimulatedSubject): DecisionSubject {
    this.forgetWhatIsOld();
    return this.whoIs(toSubject(this.deps.rules.current(), subject));
  }

  private whoIs(subject: Subject): DecisionSubject {
    const rules = this.deps.rules.current();
    const roles = rules.compiledRoles(subject.roles);
    if (subject.within)
      return {
        subject,
        access: new BoundAccess(roles, rules.compiledPermissions(subject.within)),
        tenants: () => rules.tenantsFor(subject),
        doubtfulRoles: findDoubtful(rules, subject),
      };
    let access = this.roleSets.find(roles);
    if (!access) {
      if (this.roleSets.size >= MAX_ROLE_SETS) this.forgetAll();
      access = this.roleSets.add(roles);
    }
    return {
      subject,
      access,
      tenants: () => rules.tenantsFor(subject),
      doubtfulRoles: findDoubtful(rules, subject),
    };
  }

  private forgetWhatIsOld(): void {
    const { version } = this.deps.rules;
    if (version === this.version && this.memory.results < MAX_CACHED_DECISIONS) return;
    this.forgetAll();
    this.version = version;
  }

  private forgetAll(): void {
    this.subjects.clear();
    this.roleSets.clear();
    this.memory.results = 0;
  }
}

/**
 * The cache key of a request that names at most one plain index: its name, or '' without an index.
 * `undefined` if the decision depends on more.
 */
function getOnlyIndex({ indices, tenant, parts, knownIndices }: AccessRequest): string | undefined {
  if (tenant !== undefined || parts !== undefined || knownIndices !== undefined) return undefined;
  if (indices === undefined || indices.length === 0) return '';
  const [only] = indices;
  return indices.length === 1 && only !== undefined && isPlainName(only) ? only : undefined;
}

export const findDoubtful = (rules: RuleView, subject: Subject): readonly CompiledRole[] =>
  rules.compiledRoles(subject.doubtfulRoles ?? NO_NAMES);

export const simulatedFrom = (
  { name, user, attributes }: SourceUser,
  host: string | undefined
): SimulatedSubject => ({
  name,
  backendRoles: user.backend_roles,
  securityRoles: user.opendistro_security_roles,
  attributes: Object.fromEntries(attributes),
  ...(host !== undefined && { host }),
});

export function toSubject(rules: RuleView, simulated: SimulatedSubject): Subject {
  const { name, backendRoles = [], securityRoles = [], attributes = {} } = simulated;
  const mapped = toMappingSubject(simulated);
  const roles = rules.roleNamesFor(mapped, securityRoles);
  return {
    userName: name,
    backendRoles,
    roles,
    doubtfulRoles: findDoubtfulRoles(rules, mapped, roles),
    attributes: new Map(Object.entries(attributes)),
    hasFallbacks: rules.hasFallbacks(),
  };
}

export const toMappingSubject = ({
  name,
  backendRoles = [],
  host,
  hostNames = [],
  hostPattern,
  areEntries,
}: SimulatedSubject): MappingSubject => ({
  userName: name,
  backendRoles,
  hostNames,
  ...(hostPattern !== undefined && { hostPattern }),
  ...(areEntries && { areEntries }),
  ...(host !== undefined && { remoteAddress: host }),
});

function getSettings(
  dynamic: Readonly<Record<string, unknown>>,
  merge: MergeSettings
): DecisionSettings {
  const kibana = dynamic['kibana'];
  return {
    ...merge,
    doNotFailOnForbidden: dynamic['do_not_fail_on_forbidden'] === true,
    doNotFailOnForbiddenEmpty: dynamic['do_not_fail_on_forbidden_empty'] === true,
    dashboards: { ...DASHBOARDS_DEFAULTS, ...(isJsonObject(kibana) ? kibana : {}) },
  };
}
