/** The embedded engine: composition of store, rules in memory, authentication and the REST door. */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { Database, DataFolder } from '../storage';
import { NO_AUDIT } from './audit/access_audit';
import { Authenticator } from './authentication/authenticator';
import { HostNames, type ReverseLookup } from './authentication/host_names';
import { OnBehalfOfTokens } from './authentication/on_behalf_of';
import { PasswordHasher } from './authentication/password_hash';
import { SignInGuard } from './authentication/sign_in_guard';
import { UserDirectory } from './authentication/user_directory';
import { IdentityService } from './evaluation/identity_service';
import { RuleBook } from './evaluation/rule_book';
import { FindService } from './find_service';
import type { EngineLog } from './log';
import { isJsonObject } from './model/entity_shape';
import { resourceOf, RESOURCES } from './rest/resource';
import { illegalArgument } from './rest/responses';
import { LockoutGuard } from './rest/lockout_guard';
import { RestApi } from './rest/rest_api';
import { dynamicOf } from './rest/security_config';
import type { EngineSettings } from './settings';
import { Administrators } from './store/administrators';
import { ConfigurationWriter, type CommittedChanges } from './store/configuration_writer';
import { EntitySearch } from './store/entity_search';
import { EntityStore } from './store/entity_store';
import type {
  AuthenticationResult,
  Credentials,
  Engine,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  EngineStatus,
  FindQuery,
  FindResult,
  Identity,
  ResourceType,
} from './types';

export interface EmbeddedEngineDeps {
  readonly db: Database;
  readonly folder: DataFolder;
  readonly settings: EngineSettings;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Reverse DNS, for `hosts_resolver_mode: ip-hostname-lookup`. */
  readonly reverseLookup?: ReverseLookup;
}

const AVAILABLE: EngineStatus = { level: 'available', summary: 'The embedded security engine is ready.' };

/** Order in which rules are loaded; users stay in the store. */
const RULE_TYPES: readonly ResourceType[] = ['tenants', 'actiongroups', 'roles', 'rolesmapping'];
const LOAD_STEP = 1_000;

export class EmbeddedEngine implements Engine {
  readonly kind = 'embedded';
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly hasher = new PasswordHasher();
  private readonly status = new BehaviorSubject<EngineStatus>(AVAILABLE);
  private readonly rules: RuleBook;
  private readonly users: UserDirectory;
  private readonly hosts: HostNames;
  private readonly tokens: OnBehalfOfTokens;
  private readonly identities: IdentityService;
  private readonly guard: SignInGuard;
  private readonly authenticator: Authenticator;
  private readonly search: EntitySearch;
  private readonly finder: FindService;
  private readonly rest: RestApi;
  private isStopped = false;

  constructor(private readonly deps: EmbeddedEngineDeps) {
    const { db, settings, log, now } = deps;
    this.store = new EntityStore(db, now);
    this.writer = new ConfigurationWriter(db, this.store, (committed) => this.follow(committed));
    this.rules = new RuleBook(settings.rolesMappingResolution);
    this.users = new UserDirectory(this.store);
    this.hosts = new HostNames(now, deps.reverseLookup);
    this.tokens = new OnBehalfOfTokens(now);
    this.identities = new IdentityService(this.users, this.rules, settings.apiRoles, this.hosts, now);
    this.guard = new SignInGuard(now);
    this.search = new EntitySearch(db);
    this.finder = new FindService(this.search, this.rules);
    this.authenticator = new Authenticator({
      users: this.users,
      hasher: this.hasher,
      guard: this.guard,
      log,
      now,
      upgradeHash: (userName, from, to) => this.upgradeHash(userName, from, to),
      tokens: this.tokens,
    });
    const { store, writer, rules, users, identities, hasher, authenticator, tokens } = this;
    const flushCaches = () => this.flushCaches();
    const administrators = new Administrators(db, store, settings.apiRoles, settings.rolesMappingResolution);
    const lockout = new LockoutGuard(administrators, (address) => this.hosts.namesOf(address));
    this.rest = new RestApi({ store, writer, rules, users, identities, hasher, authenticator, settings, flushCaches, audit: NO_AUDIT, lockout, tokens }, log);
  }

  get status$(): Observable<EngineStatus> {
    return this.status.asObservable();
  }

  /** Reads the rules into memory. To be called once, before the engine is handed out. */
  load(): void {
    for (const type of RULE_TYPES) {
      for (let after: string | undefined; ; ) {
        const step = this.store.page(type, after, LOAD_STEP);
        for (const { name, entity } of step) this.rules.apply({ type, name, after: entity });
        if (step.length < LOAD_STEP) break;
        after = step.at(-1)?.name;
      }
    }
    this.configure(this.store.document('config')?.body);
    // The first stranger must not be told by a longer wait that the dummy hash was still missing.
    void this.hasher.verifyNothing('warm up');
  }

  authenticate(credentials: Credentials): Promise<AuthenticationResult> {
    return this.authenticator.authenticate(credentials);
  }

  async identify(caller: EngineCaller): Promise<Identity | undefined> {
    await this.hosts.prepare(addressOf(caller));
    return this.identities.identify(caller)?.identity;
  }

  async request(caller: EngineCaller, request: EngineRequest): Promise<EngineResponse> {
    await this.hosts.prepare(addressOf(caller));
    return this.rest.handle(caller, request);
  }

  async find(
    caller: EngineCaller,
    query: FindQuery
  ): Promise<{ ok: true; result: FindResult } | { ok: false; response: EngineResponse }> {
    if (!RESOURCES.some(({ type }) => type === query.type)) {
      return { ok: false, response: illegalArgument(`unknown collection [${String(query.type)}]`) };
    }
    await this.hosts.prepare(addressOf(caller));
    const route = { access: resourceOf(query.type).endpoint };
    const known = this.identities.identify(caller);
    const response = this.rest.refusalFor(known, caller, route, 'GET');
    if (response) return { ok: false, response };
    const showsHidden = known !== undefined && this.rest.isSuperAdmin(known, caller, route);
    return { ok: true, result: this.finder.find(query, showsHidden) };
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.deps.db.close();
    this.deps.folder.release();
    this.status.complete();
  }

  /** Memory follows what is on the disk. */
  private follow({ changes, documents }: CommittedChanges): void {
    for (const change of changes) {
      if (change.type === 'internalusers') {
        this.users.forget(change.name);
        this.authenticator.flush();
      } else {
        this.rules.apply(change);
      }
    }
    if (changes.length > 0) this.search.forgetTotals();
    for (const { id, body } of documents) if (id === 'config') this.configure(body);
  }

  private configure(config: Readonly<Record<string, unknown>> | undefined): void {
    const dynamic = dynamicOf(config);
    this.guard.configure(dynamic['auth_failure_listeners']);
    const http = dynamic['http'];
    this.hosts.configure(dynamic['hosts_resolver_mode']);
    this.tokens.configure(dynamic['on_behalf_of'], this.store.meta('cluster_uuid') ?? '');
    this.identities.isAnonymousEnabled = isJsonObject(http) && http['anonymous_auth_enabled'] === true;
    this.identities.clear();
  }

  private async upgradeHash(userName: string, from: string, to: string): Promise<void> {
    await this.writer.write((store) => store.upgradeHash(userName, from, to));
    this.users.forget(userName);
  }

  private flushCaches(): void {
    this.users.clear();
    this.identities.clear();
    this.authenticator.flush();
    this.search.forgetTotals();
  }
}

const addressOf = (caller: EngineCaller): string | undefined =>
  caller.kind === 'internal' ? undefined : caller.remoteAddress;
