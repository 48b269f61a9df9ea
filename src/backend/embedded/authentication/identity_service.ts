/**
 * What the engine knows of a signed-in user: roles, tenants, API access. Kept per user (and per
 * address, when a mapping names hosts) as long as neither the rules nor the user changed.
 */
import { createHash } from 'node:crypto';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { runInSlices } from '../../scheduling/cooperative_task';
import type { EngineCaller, Identity, Principal, ProvidedIdentity } from '../../api/engine';
import type { AdminCertificates } from './admin_certificates';
import type { StoredKey } from './api_key_store/api_key_store';
import { keyOfVersion } from './api_key_store/api_key_text';
import { restrictToApiKey } from './api_key_store/api_key_scope';
import type { HostNames } from './host_names';
import { parseTokenVersion } from './on_behalf_of';
import type { UserDirectory, UserRecord } from './user_directory';
import type { Subject } from '../../access/evaluation/attributes';
import type { RuleSet } from '../../access/evaluation/rule_set';
import { doubtfulRolesOf } from '../../access/evaluation/rule_view';

export interface KnownCaller {
  readonly identity: Identity;
  readonly subject: Subject;
}

interface Cached extends KnownCaller {
  readonly record: UserRecord | undefined;
  readonly rulesVersion: number;
}

interface Outsider {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  readonly attributes?: ProvidedIdentity['attributes'];
}

/** Which domains of the configuration stand. */
export interface StandingDomains {
  /** Internal users may sign in by their password. */
  readonly takesPasswords: boolean;
  /** The domain that proved somebody stands as it was then. */
  isCurrent(principal: Principal): boolean;
}

/** Which API keys count. */
export interface KeysInForce {
  inForce(id: string, userName: string): StoredKey | undefined;
}

const ANONYMOUS_BACKEND_ROLE = 'opendistro_security_anonymous_backendrole';
const MAX_CACHED = 20_000;

export class IdentityService {
  private readonly cached = new Map<string, Cached>();
  private readonly apiRoles: ReadonlySet<string>;
  /** What keys leave of their owners, by key; it goes when what is known of the owner changes. */
  private readonly leftByKeys = new WeakMap<KnownCaller, Map<string, KnownCaller>>();
  /** By user: what is being found out in turns. */
  private readonly preparing = new Map<string, Promise<void>>();
  /** `config.dynamic.http.anonymous_auth_enabled`. */
  isAnonymousEnabled = false;

  constructor(
    private readonly users: UserDirectory,
    private readonly rules: RuleSet,
    apiRoles: readonly string[],
    private readonly hosts?: Pick<HostNames, 'namesOf' | 'prepare'>,
    /** Wall clock, epoch milliseconds. */
    private readonly now: () => number = Date.now,
    private readonly administrators?: AdminCertificates,
    private readonly domains: StandingDomains = { takesPasswords: true, isCurrent: () => false },
    private readonly keys?: KeysInForce
  ) {
    this.apiRoles = new Set(apiRoles);
  }

  /** `undefined` for strangers, deleted users, and principals older than the user's credentials. */
  identify(caller: EngineCaller): KnownCaller | undefined {
    if (caller.kind === 'internal') return INTERNAL;
    if (caller.kind === 'certificate') {
      const { subject } = caller.tls.peer[0];
      return this.administrators?.includes(subject)
        ? // Mappings of hosts are not asked for a certificate, as on a cluster.
          this.outsider(subject, [], undefined)
        : undefined;
    }
    if (caller.kind === 'anonymous')
      return this.isAnonymousEnabled ? this.anonymous(caller.remoteAddress) : undefined;
    const { userName, credentialVersion, provided } = caller.principal;
    if (provided) return this.provided(caller.principal, provided, caller.remoteAddress);
    if (userName === ANONYMOUS_USER_NAME && credentialVersion === undefined)
      return this.isAnonymousEnabled ? this.anonymous(caller.remoteAddress) : undefined;
    const record = this.users.find(userName);
    if (!record) return undefined;
    const key = keyOfVersion(credentialVersion);
    if (key !== undefined) return this.byKey(key, record, caller.remoteAddress);
    if (!this.isValid(record, credentialVersion)) return undefined;
    const owner = this.known(userName, record, caller.remoteAddress);
    return parseTokenVersion(credentialVersion)
      ? { ...owner, identity: { ...owner.identity, isDelegated: true } }
      : owner;
  }

  /**
   * To be awaited before `identify` where others wait: the names of an address are looked up, and
   * many backend roles that meet many patterns for the first time are looked at in turns.
   * @returns a promise to wait for, or `undefined` when there is nothing to prepare, as mostly
   */
  prepare(caller: EngineCaller): Promise<void> | undefined {
    if (caller.kind === 'internal') return undefined;
    const names = this.hosts?.prepare(caller.remoteAddress);
    return names ? names.then(() => this.recall(caller)) : this.recall(caller);
  }

  private recall(caller: EngineCaller): Promise<void> | undefined {
    if (caller.kind !== 'user') return undefined;
    const { userName, provided } = caller.principal;
    const record = provided ? undefined : this.users.find(userName);
    const backendRoles = provided?.backendRoles ?? record?.user.backend_roles ?? [];
    const subject = { userName, backendRoles };
    if (!this.rules.mappings.isManyFor(subject)) return undefined;
    const key = provided ? keyOf(userName, provided) : userName;
    const cached = this.cached.get(key);
    if (cached && cached.record === record && cached.rulesVersion === this.rules.version)
      return undefined;
    const running =
      this.preparing.get(key) ??
      runInSlices(this.rules.mappings.recall(subject), {
        sliceMs: PATTERN_LIMITS.verdictsSliceMs,
        limitMs: Number.POSITIVE_INFINITY,
      }).finally(() => this.preparing.delete(key));
    this.preparing.set(key, running);
    return running;
  }

  /** A user by name, as whom somebody else may act. */
  identifyByName(userName: string, remoteAddress?: string): KnownCaller | undefined {
    const record = this.users.find(userName);
    return record && this.known(userName, record, remoteAddress);
  }

  /** Whom a principal is, whether or not the domain that proved him stands. */
  async onTrial(principal: Principal, remoteAddress: string): Promise<KnownCaller | undefined> {
    await this.prepare({ kind: 'user', principal, remoteAddress });
    return principal.provided
      ? this.byProvider(principal.userName, principal.provided, remoteAddress)
      : this.identifyByName(principal.userName, remoteAddress);
  }

  /** For a user by name, signed in or not: role lists, explanations. */
  subjectOf(record: UserRecord, remoteAddress?: string): Subject {
    const { name: userName, user, attributes } = record;
    const backendRoles = user.backend_roles;
    const hostNames = this.hostNamesOf(remoteAddress);
    const mapped = { userName, backendRoles, remoteAddress, hostNames };
    const roles = this.rules.roleNamesFor(mapped, user.opendistro_security_roles);
    const doubtfulRoles = doubtfulRolesOf(this.rules, mapped, roles);
    return { userName, backendRoles, roles, doubtfulRoles, attributes };
  }

  clear(): void {
    this.cached.clear();
  }

  private byKey(
    id: string,
    record: UserRecord,
    remoteAddress: string | undefined
  ): KnownCaller | undefined {
    const key = this.keys?.inForce(id, record.name);
    if (!key) return undefined;
    const owner = this.known(record.name, record, remoteAddress);
    const byId = this.leftByKeys.get(owner) ?? new Map<string, KnownCaller>();
    this.leftByKeys.set(owner, byId);
    const made =
      byId.get(id) ?? restrictToApiKey(owner, key, { rules: this.rules, apiRoles: this.apiRoles });
    byId.set(id, made);
    return made;
  }

  private isValid(record: UserRecord, version: string | undefined): boolean {
    if (record.credentialVersion === version) return this.domains.takesPasswords;
    const token = parseTokenVersion(version);
    return token?.credentialVersion === record.credentialVersion && token.expiresAtMs > this.now();
  }

  private hostNamesOf(remoteAddress: string | undefined): readonly string[] {
    return this.hosts?.namesOf(remoteAddress).slice(1) ?? [];
  }

  private anonymous(remoteAddress: string | undefined): KnownCaller {
    return this.outsider(ANONYMOUS_USER_NAME, [ANONYMOUS_BACKEND_ROLE], remoteAddress);
  }

  private provided(
    principal: Principal,
    provided: ProvidedIdentity,
    remoteAddress: string | undefined
  ): KnownCaller | undefined {
    const { userName, expiresAtMs = Number.POSITIVE_INFINITY } = principal;
    if (expiresAtMs <= this.now() || !this.domains.isCurrent(principal)) return undefined;
    return this.byProvider(userName, provided, remoteAddress);
  }

  private byProvider(
    userName: string,
    provided: ProvidedIdentity,
    remoteAddress: string | undefined
  ): KnownCaller {
    const { backendRoles, attributes } = provided;
    const user = { userName, backendRoles, attributes };
    return this.known(keyOf(userName, provided), user, remoteAddress);
  }

  /** Somebody whom no record here tells of. */
  private outsider(
    userName: string,
    backendRoles: readonly string[],
    remoteAddress: string | undefined
  ): KnownCaller {
    return this.known(`\0${userName}`, { userName, backendRoles }, remoteAddress);
  }

  private known(
    key: string,
    user: UserRecord | Outsider,
    remoteAddress: string | undefined
  ): KnownCaller {
    const record = 'userName' in user ? undefined : user;
    const address = this.rules.mappings.dependsOnAddress ? remoteAddress : undefined;
    const fullKey =
      address === undefined ? key : [key, address, ...this.hostNamesOf(address)].join('\n');
    const cached = this.cached.get(fullKey);
    if (cached && cached.record === record && cached.rulesVersion === this.rules.version)
      return cached;
    const made = this.make(user, address);
    if (!cached && this.cached.size >= MAX_CACHED)
      this.cached.delete(this.cached.keys().next().value as string);
    this.cached.set(fullKey, made);
    return made;
  }

  private make(user: UserRecord | Outsider, remoteAddress: string | undefined): Cached {
    const record = 'userName' in user ? undefined : user;
    const subject =
      'userName' in user
        ? this.subjectOfOutsider(user, remoteAddress)
        : this.subjectOf(user, remoteAddress);
    const identity: Identity = {
      userName: subject.userName,
      backendRoles: subject.backendRoles,
      roles: subject.roles,
      tenants: toRecord(this.rules.tenantsFor(subject)),
      hasApiAccess: subject.roles.some((role) => this.apiRoles.has(role)),
      isInternalUser: record !== undefined,
      isReserved: record?.user.reserved ?? false,
    };
    return { identity, subject, record, rulesVersion: this.rules.version };
  }

  private subjectOfOutsider(
    { userName, backendRoles, attributes = {} }: Outsider,
    remoteAddress: string | undefined
  ): Subject {
    const hostNames = this.hostNamesOf(remoteAddress);
    const mapped = { userName, backendRoles, remoteAddress, hostNames };
    const roles = this.rules.roleNamesFor(mapped, []);
    const doubtfulRoles = doubtfulRolesOf(this.rules, mapped, roles);
    const known = new Map(Object.entries(attributes));
    return { userName, backendRoles, roles, doubtfulRoles, attributes: known };
  }
}

/** Of short length, whatever a provider says. Names hold no control characters. */
const keyOf = (userName: string, { backendRoles, attributes }: ProvidedIdentity): string =>
  `\0\0${createHash('sha256')
    .update(JSON.stringify([userName, backendRoles, attributes]))
    .digest('base64url')}`;

/**
 * Without a prototype, because tenants are named by people: `constructor` must not be found by
 * accident.
 */
function toRecord(access: ReadonlyMap<string, boolean>): Readonly<Record<string, boolean>> {
  const record = Object.create(null) as Record<string, boolean>;
  for (const [tenant, canWrite] of access) record[tenant] = canWrite;
  return record;
}

/** The server itself. */
const INTERNAL: KnownCaller = {
  identity: {
    userName: '_internal',
    backendRoles: [],
    roles: [],
    tenants: toRecord(new Map([['_internal', true]])),
    hasApiAccess: true,
    isInternalUser: false,
    isReserved: false,
  },
  subject: { userName: '_internal', backendRoles: [], roles: [], attributes: new Map() },
};
