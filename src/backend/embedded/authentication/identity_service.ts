/**
 * Resolves callers to their roles, tenants and API access. Results are cached per user (and per
 * address, if a mapping names hosts) until the rules or the user change.
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
import { findDoubtfulRoles } from '../../access/evaluation/rule_view';
import { BoundedMap } from '../../model/bounded_map';

export interface KnownCaller {
  readonly identity: Identity;
  readonly subject: Subject;
}

interface Cached extends KnownCaller {
  readonly record: UserRecord | undefined;
  readonly rulesVersion: number;
}

interface ExternalUser {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  readonly attributes?: ProvidedIdentity['attributes'];
}

/** The current state of the authentication domains. */
export interface CurrentDomains {
  /** Whether internal users may log in with a password. */
  readonly takesPasswords: boolean;
  /** Whether the domain that authenticated the principal is unchanged. */
  isCurrent(principal: Principal): boolean;
}

/** Lookup of valid API keys. */
export interface ValidKeys {
  validKey(id: string, userName: string): StoredKey | undefined;
}

const ANONYMOUS_BACKEND_ROLE = 'opendistro_security_anonymous_backendrole';
const MAX_CACHED = 20_000;

export class IdentityService {
  private readonly cached = new BoundedMap<string, Cached>(MAX_CACHED);
  private readonly apiRoles: ReadonlySet<string>;
  /** Callers restricted to an API key, by key. Dropped when the entry of the owner is replaced. */
  private readonly restrictedByKey = new WeakMap<KnownCaller, Map<string, KnownCaller>>();
  /** Preparations in progress, by user. */
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
    private readonly domains: CurrentDomains = { takesPasswords: true, isCurrent: () => false },
    private readonly keys?: ValidKeys
  ) {
    this.apiRoles = new Set(apiRoles);
  }

  /**
   * `undefined` for unknown or deleted users, and for principals older than the user's credentials.
   */
  identify(caller: EngineCaller): KnownCaller | undefined {
    if (caller.kind === 'internal') return INTERNAL;
    if (caller.kind === 'certificate') {
      const { subject } = caller.tls.peer[0];
      return this.administrators?.includes(subject)
        ? // Host mappings do not apply to certificates, as on a cluster.
          this.externalCaller(subject, [], undefined)
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
   * Await this before `identify` where possible: looks up the names of an address, and evaluates
   * many backend roles against many patterns in time slices.
   * @returns a promise to await, or `undefined` if there is nothing to prepare, which is the usual
   *   case
   */
  prepare(caller: EngineCaller): Promise<void> | undefined {
    if (caller.kind === 'internal') return undefined;
    const names = this.hosts?.prepare(caller.remoteAddress);
    return names ? names.then(() => this.prepareRoles(caller)) : this.prepareRoles(caller);
  }

  private prepareRoles(caller: EngineCaller): Promise<void> | undefined {
    if (caller.kind !== 'user') return undefined;
    const { userName, provided } = caller.principal;
    const record = provided ? undefined : this.users.find(userName);
    const backendRoles = provided?.backendRoles ?? record?.user.backend_roles ?? [];
    const subject = { userName, backendRoles };
    if (!this.rules.mappings.isManyFor(subject)) return undefined;
    const key = provided ? toKey(userName, provided) : userName;
    const cached = this.cached.get(key);
    if (cached && cached.record === record && cached.rulesVersion === this.rules.version)
      return undefined;
    const running =
      this.preparing.get(key) ??
      runInSlices(this.rules.mappings.recall(subject), {
        sliceMs: PATTERN_LIMITS.matchSliceMs,
        limitMs: Number.POSITIVE_INFINITY,
      }).finally(() => this.preparing.delete(key));
    this.preparing.set(key, running);
    return running;
  }

  /** Looks up a user by name, for impersonation. */
  identifyByName(userName: string, remoteAddress?: string): KnownCaller | undefined {
    const record = this.users.find(userName);
    return record && this.known(userName, record, remoteAddress);
  }

  /** Resolves a principal, even if its domain is not in the stored configuration. */
  async identifyForDryRun(
    principal: Principal,
    remoteAddress: string
  ): Promise<KnownCaller | undefined> {
    await this.prepare({ kind: 'user', principal, remoteAddress });
    return principal.provided
      ? this.byProvider(principal.userName, principal.provided, remoteAddress)
      : this.identifyByName(principal.userName, remoteAddress);
  }

  /** For a user by name, logged in or not; used for role lists and explanations. */
  subjectOf(record: UserRecord, remoteAddress?: string): Subject {
    const { name: userName, user, attributes } = record;
    const backendRoles = user.backend_roles;
    const hostNames = this.hostNamesOf(remoteAddress);
    const mapped = { userName, backendRoles, remoteAddress, hostNames };
    const roles = this.rules.roleNamesFor(mapped, user.opendistro_security_roles);
    const doubtfulRoles = findDoubtfulRoles(this.rules, mapped, roles);
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
    const key = this.keys?.validKey(id, record.name);
    if (!key) return undefined;
    const owner = this.known(record.name, record, remoteAddress);
    const byId = this.restrictedByKey.get(owner) ?? new Map<string, KnownCaller>();
    this.restrictedByKey.set(owner, byId);
    const restricted =
      byId.get(id) ?? restrictToApiKey(owner, key, { rules: this.rules, apiRoles: this.apiRoles });
    byId.set(id, restricted);
    return restricted;
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
    return this.externalCaller(ANONYMOUS_USER_NAME, [ANONYMOUS_BACKEND_ROLE], remoteAddress);
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
    return this.known(toKey(userName, provided), user, remoteAddress);
  }

  /** A caller without a stored user. */
  private externalCaller(
    userName: string,
    backendRoles: readonly string[],
    remoteAddress: string | undefined
  ): KnownCaller {
    return this.known(`\0${userName}`, { userName, backendRoles }, remoteAddress);
  }

  private known(
    key: string,
    user: UserRecord | ExternalUser,
    remoteAddress: string | undefined
  ): KnownCaller {
    const record = 'userName' in user ? undefined : user;
    const address = this.rules.mappings.dependsOnAddress ? remoteAddress : undefined;
    const fullKey =
      address === undefined ? key : [key, address, ...this.hostNamesOf(address)].join('\n');
    const cached = this.cached.get(fullKey);
    if (cached && cached.record === record && cached.rulesVersion === this.rules.version)
      return cached;
    const created = this.resolve(user, address);
    this.cached.set(fullKey, created);
    return created;
  }

  private resolve(user: UserRecord | ExternalUser, remoteAddress: string | undefined): Cached {
    const record = 'userName' in user ? undefined : user;
    const subject =
      'userName' in user
        ? this.subjectOfExternal(user, remoteAddress)
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

  private subjectOfExternal(
    { userName, backendRoles, attributes = {} }: ExternalUser,
    remoteAddress: string | undefined
  ): Subject {
    const hostNames = this.hostNamesOf(remoteAddress);
    const mapped = { userName, backendRoles, remoteAddress, hostNames };
    const roles = this.rules.roleNamesFor(mapped, []);
    const doubtfulRoles = findDoubtfulRoles(this.rules, mapped, roles);
    const known = new Map(Object.entries(attributes));
    return { userName, backendRoles, roles, doubtfulRoles, attributes: known };
  }
}

/**
 * A hash, so that the key stays short whatever a provider sends. User names have no control
 * characters, so keys cannot collide.
 */
const toKey = (userName: string, { backendRoles, attributes }: ProvidedIdentity): string =>
  `\0\0${createHash('sha256')
    .update(JSON.stringify([userName, backendRoles, attributes]))
    .digest('base64url')}`;

/**
 * The object has no prototype, because tenant names are arbitrary: `constructor` must not be found.
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
