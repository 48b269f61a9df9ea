/** Runs the rules over the configuration that a caller may read. */
import { setImmediate } from 'node:timers/promises';
import {
  FACTOR_KINDS,
  LIVE_SOURCES,
  type ApiKey,
  type FindingSource,
  type NotConsidered,
} from '../../contracts/api';
import { RESOURCE_TYPES, type Entity, type ResourceType } from '../../contracts/entities';
import { API_KEY_LIMITS, FINDINGS_LIMITS, IMPORT_LIMITS } from '../../contracts/limits';
import { FairQueue, QueueFullError } from '../../workers';
import type {
  CheckedFindings,
  Engine,
  EngineCaller,
  EngineResult,
  FindingsOptions,
  MembersFor,
  RequestCaller,
} from '../api/engine';
import type { EngineSettings } from '../api/settings';
import { readPromises } from '../guardrails/kept_promises';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { message, RestError } from '../model/responses';
import { runInSlices, TimeSpentError } from '../scheduling/cooperative_task';
import { DEFAULT_THRESHOLDS, type CheckedConfiguration, type LiveFacts } from './facts';
import { checkAgain, findFindings } from './find_findings';
import { type HashSource, KnownEntities } from './known_entities';
import { BROKEN_PROMISE } from './rules/broken_promise';

const { sliceMs, workMs, freshMs, kept: most, keptWithEntries, running, waiting } = FINDINGS_LIMITS;
const RETRY = { 'retry-after': '5' };
const DAY_MS = 86_400_000;
/** Names of indices or of fields; with more, nothing is said about them. */
const NAMES = 10_000;
/** Tenants whose objects are counted; with more, nothing is said about them. */
const TENANTS = 500;
/** Document filters whose fields are looked up. */
const FILTERS = 50;
const SOURCE_KEYS = {
  api_keys: 'apiKeys',
  certificates: 'certificates',
  factors: 'factors',
  fields: 'fields',
  indices: 'indices',
  logins: 'logins',
  objects: 'emptyTenants',
  requests: 'requests',
  server: 'plainAddress',
} as const satisfies Record<(typeof LIVE_SOURCES)[number], keyof LiveFacts>;
/** Without these, there is hardly a rule. */
const REQUIRED: readonly ResourceType[] = [
  'roles',
  'rolesmapping',
  'actiongroups',
  'internalusers',
];

/** What users of these names did in the last days, as far as the caller may know. */
type ReadRecord<Caller> = (
  caller: Caller,
  days: number,
  users: Iterable<string>
) => Promise<Pick<LiveFacts, 'logins' | 'requests'>>;
type ReadEngine<Caller> = MembersFor<Caller, Pick<Engine, 'find' | 'request' | 'features'>> & {
  readonly release?: Engine['release'];
  readonly apiKeys: MembersFor<Caller, Pick<Engine['apiKeys'], 'list'>>;
  readonly indices: MembersFor<Caller, Pick<Engine['indices'], 'names' | 'fields'>>;
  readonly history: MembersFor<Caller, Pick<Engine['history'], 'list'>>;
};
type Json = Readonly<Record<string, unknown>>;

/** For the callers that the engine accepts: only an embedded one accepts the server itself. */
export class EngineFindings<Caller extends EngineCaller = RequestCaller> {
  private readonly queue = new FairQueue({ running, waiting, waitingPerKey: 1 });
  /** By caller, the oldest first. A check that runs is waited for, not repeated. */
  private readonly recent = new Map<string, Promise<EngineResult<CheckedFindings>>>();

  /** By caller, the oldest first. */
  private readonly entities = new Map<string, KnownEntities<Caller>>();

  /** @param sources - absent where the server cannot read them */
  constructor(
    private readonly engine: ReadEngine<Caller>,
    private readonly settings: EngineSettings,
    /** Epoch milliseconds. */
    private readonly now: () => number,
    private readonly sources: {
      readonly hashes?: HashSource;
      readonly recorded?: ReadRecord<Caller>;
      /** Number of saved objects of a tenant. */
      readonly objects?: (tenant: string) => number | Promise<number>;
      /** What of a cluster the rules do not model. */
      readonly notConsidered?: () => NotConsidered;
      /** Whether the settings are those that the place follows. */
      readonly isServer?: boolean;
    } = {}
  ) {}

  async of(caller: Caller, options: FindingsOptions = {}): Promise<EngineResult<CheckedFindings>> {
    const key = toKey(caller);
    if (options.guardrails) return this.check(caller, key, options);
    const known = await this.recent.get(key);
    if (known?.ok && !options.isFresh && this.now() - known.result.checkedAtMs < freshMs) {
      // A kept result must not outlive the permission to read.
      for (const type of REQUIRED) {
        const readable = await this.engine.find(caller, { type, page: 1, perPage: 1 });
        if (!readable.ok) return readable;
      }
      return known;
    }
    const check = this.check(caller, key, options);
    this.recent.delete(key);
    this.recent.set(key, check);
    for (const oldest of [...this.recent.keys()].slice(0, -most)) this.recent.delete(oldest);
    check.then(
      ({ ok }) => ok || this.recent.delete(key),
      () => this.recent.delete(key)
    );
    return check;
  }

  private async check(
    caller: Caller,
    key: string,
    options: FindingsOptions
  ): Promise<EngineResult<CheckedFindings>> {
    const { thresholds: given = {}, isOff = () => false, plainAddress, certificates } = options;
    try {
      const entities = this.getEntities(key);
      const inTurn = (work: () => Promise<EngineResult<CheckedFindings>>) =>
        entities.queue.run([], () => this.queue.run([key], work));
      return await inTurn(async () => {
        const checkedAtMs = this.now();
        const thresholds = { ...DEFAULT_THRESHOLDS, ...given };
        const read = await this.read(caller, entities);
        if (!read.ok) return read;
        if (options.guardrails) return await this.checkPromises(read.result, options.guardrails);
        const facts = await this.live(caller, read.result, thresholds.idleDays);
        const { isServer = false } = this.sources;
        const live = {
          ...facts,
          ...(plainAddress !== undefined && { plainAddress }),
          ...(certificates && { certificates }),
        };
        const sources = new Set([
          ...read.result.sources,
          ...LIVE_SOURCES.filter((one) => live[SOURCE_KEYS[one]] !== undefined),
          ...(isServer || plainAddress !== undefined ? (['server'] as const) : []),
        ]);
        const { last } = entities;
        entities.last = undefined;
        const steps = checkAgain(
          { ...read.result, live, sources },
          { thresholds, isOn: (rule) => !isOff(rule) },
          last
        );
        entities.last = await runInSlices(steps, { sliceMs, limitMs: workMs });
        const found = entities.last.result;
        const absent = this.absentSources();
        const skipped = found.skipped.filter(
          ({ unreadable }) => !unreadable.some((one) => absent.has(one))
        );
        const left = this.sources.notConsidered?.() ?? [];
        const noted = left.length > 0 ? { notConsidered: left } : {};
        return { ok: true, result: { ...found, skipped, checkedAtMs, ...noted } };
      });
    } catch (error) {
      if (error instanceof QueueFullError || error instanceof TimeSpentError)
        return { ok: false, response: message(429, error.message, RETRY) };
      if (error instanceof RestError) return { ok: false, response: error.response };
      throw error;
    }
  }

  private async checkPromises(
    configuration: CheckedConfiguration,
    body: Json
  ): Promise<EngineResult<CheckedFindings>> {
    const request = { method: 'PUT', path: `${PREFIX}/api/guardrails`, body } as const;
    const guardrails = readPromises(request, this.settings);
    const sources = new Set([...configuration.sources, 'guardrails' as const]);
    const steps = findFindings(
      { ...configuration, guardrails, sources },
      { isOn: (rule) => rule === BROKEN_PROMISE.id }
    );
    const found = await runInSlices(steps, { sliceMs, limitMs: workMs });
    return { ok: true, result: { ...found, checkedAtMs: this.now() } };
  }

  /** Call this after each change of an entry, also by others than the callers. */
  follow(type: ResourceType, name: string): void {
    for (const one of this.entities.values()) one.follow(type, name);
  }

  private getEntities(key: string): KnownEntities<Caller> {
    const known = this.entities.get(key) ?? new KnownEntities<Caller>(this.engine);
    this.entities.delete(key);
    this.entities.set(key, known);
    for (const oldest of [...this.entities.keys()].slice(0, -keptWithEntries))
      this.entities.delete(oldest);
    return known;
  }

  private async read(
    caller: Caller,
    known: KnownEntities<Caller>
  ): Promise<EngineResult<CheckedConfiguration>> {
    const sources = new Set<FindingSource>();
    const entities = new Map<ResourceType, ReadonlyMap<string, Entity>>();
    for (const type of RESOURCE_TYPES) {
      const read = await known.of(caller, type);
      if (!read.ok && REQUIRED.includes(type)) return read;
      if (read.ok) sources.add(type);
      entities.set(type, read.ok ? read.result : new Map());
    }
    const documents: { config?: Json; audit?: Json; guardrails?: Json } = {};
    for (const [id, path] of [
      ['config', 'securityconfig'],
      ['audit', 'audit'],
      ['guardrails', 'guardrails'],
    ] as const) {
      if (id === 'guardrails' && !this.engine.features.guardrails) {
        // Without promises, none is broken.
        sources.add(id);
        continue;
      }
      const request = { method: 'GET', path: `${PREFIX}/api/${path}` } as const;
      const { statusCode, body } = await this.engine.request(caller, request);
      const document = id !== 'guardrails' && isJsonObject(body) ? body['config'] : body;
      if (statusCode !== 200 || !isJsonObject(document)) continue;
      sources.add(id);
      documents[id] = document;
    }
    const hashes = this.sources.hashes && (await known.toHashes(this.sources.hashes));
    if (hashes) sources.add('hashes');
    const result = {
      ...(hashes && { hashes }),
      entities: Object.fromEntries(entities) as unknown as CheckedConfiguration['entities'],
      ...documents,
      sources,
      settings: { ...this.settings, release: this.engine.release?.() },
      canSuspend: this.engine.features.suspension,
    };
    return { ok: true, result };
  }

  /** What this place never has; rules about it do not count as skipped. */
  private absentSources(): ReadonlySet<FindingSource> {
    const { features } = this.engine;
    return new Set<FindingSource>([
      ...(features.indices ? (['logins'] as const) : (['fields', 'indices', 'requests'] as const)),
      ...(features.apiKeys ? [] : (['api_keys'] as const)),
      ...(features.secondFactors ? [] : (['factors'] as const)),
      ...(this.sources.isServer ? [] : (['server'] as const)),
      ...(this.sources.objects ? [] : (['objects'] as const)),
      // Of a connected cluster, they are known to its own installation.
      'certificates',
    ]);
  }

  /** What cannot be read is left out. */
  private async live(
    caller: Caller,
    { entities }: CheckedConfiguration,
    days: number
  ): Promise<LiveFacts> {
    const { engine, now } = this;
    const nowMs = now();
    const users = entities.internalusers.keys();
    const { recorded: read } = this.sources;
    const recorded: Awaited<ReturnType<ReadRecord<Caller>>> = read
      ? await read(caller, days, users).catch(() => ({}))
      : {};
    const fromMs = nowMs - days * DAY_MS;
    const logins = recorded.logins && (await this.created(caller, 'internalusers', fromMs));
    for (const name of logins ? (recorded.logins ?? []) : []) logins?.add(name);
    return {
      nowMs,
      ...(recorded.requests && { requests: recorded.requests }),
      ...(logins && { logins }),
      ...(await this.emptyTenants(caller, entities, fromMs).catch(() => ({}))),
      ...(engine.features.apiKeys && (await this.keys(caller))),
      ...(engine.features.secondFactors && (await this.factors(caller))),
      ...(engine.features.indices && (await this.indices(caller, entities).catch(() => ({})))),
    };
  }

  private async emptyTenants(
    caller: Caller,
    { tenants }: CheckedConfiguration['entities'],
    fromMs: number
  ): Promise<Pick<LiveFacts, 'emptyTenants'>> {
    const { objects } = this.sources;
    if (!objects || tenants.size > TENANTS) return {};
    const created = await this.created(caller, 'tenants', fromMs);
    if (!created) return {};
    const emptyTenants = new Set<string>();
    for (const name of tenants.keys()) {
      if (created.has(name)) continue;
      if ((await objects(name)) === 0) emptyTenants.add(name);
      await setImmediate();
    }
    return { emptyTenants };
  }

  /** Entries too new to have been used; `undefined` if the history does not list them all. */
  private async created(
    caller: Caller,
    type: ResourceType,
    fromMs: number
  ): Promise<Set<string> | undefined> {
    const created = { types: [type], actions: ['create'], fromMs } as const;
    const listed = await this.engine.history.list(caller, { ...created, page: 1, perPage: 1_000 });
    if (!listed.ok || listed.result.total > listed.result.items.length) return undefined;
    return new Set(listed.result.items.map(({ name }) => name));
  }

  private async keys(caller: Caller): Promise<Pick<LiveFacts, 'apiKeys'>> {
    const apiKeys: ApiKey[] = [];
    for (;;) {
      const query = {
        offset: apiKeys.length,
        limit: API_KEY_LIMITS.perPage,
        status: 'active',
      } as const;
      const page = await this.engine.apiKeys.list(caller, query);
      if (!page.ok) return {};
      apiKeys.push(...page.result.items);
      if (page.result.items.length === 0 || apiKeys.length >= page.result.total) return { apiKeys };
    }
  }

  private async factors(caller: Caller): Promise<Pick<LiveFacts, 'factors'>> {
    const factors = new Set<string>();
    const filters = { factors: FACTOR_KINDS };
    for (let page = 1; ; page++) {
      const query = {
        type: 'internalusers',
        filters,
        page,
        perPage: IMPORT_LIMITS.readPage,
      } as const;
      const found = await this.engine.find(caller, query);
      if (!found.ok) return {};
      const { items } = found.result;
      for (const { name } of items) factors.add(name);
      if (items.length < IMPORT_LIMITS.readPage) return { factors };
      await setImmediate();
    }
  }

  private async indices(
    caller: Caller,
    { roles }: CheckedConfiguration['entities']
  ): Promise<Pick<LiveFacts, 'indices' | 'fields'>> {
    const { indices } = this.engine;
    const names = await indices.names(caller, { limit: NAMES });
    const known = names.ok && !names.result.is_cut && names.result.names.map(({ name }) => name);
    const filtered = [...roles.values()]
      .flatMap(({ index_permissions: entries }) => entries)
      .filter(({ dls }) => (dls ?? '').trim() !== '')
      .map(({ index_patterns: patterns }) => patterns);
    const fields = new Map<string, ReadonlySet<string>>();
    for (const patterns of filtered.slice(0, FILTERS)) {
      const key = patterns.join();
      const found = fields.has(key)
        ? undefined
        : await indices.fields(caller, { index: patterns, limit: NAMES });
      if (found?.ok && !found.result.is_cut && found.result.fields.length > 0)
        fields.set(key, new Set(found.result.fields.map(({ name }) => name)));
    }
    return {
      ...(known && { indices: new Set(known) }),
      fields: (patterns) => fields.get(patterns.join()),
    };
  }
}

/** An API key of a user sees less than its owner. */
const toKey = (caller: EngineCaller): string =>
  caller.kind === 'user'
    ? JSON.stringify([caller.principal.userName, caller.principal.credentialVersion])
    : caller.kind;
