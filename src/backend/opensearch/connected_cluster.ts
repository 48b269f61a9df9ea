/**
 * A cluster besides the installation's own, without credentials of the server: only a caller's own
 * credentials fill the caller's mirror, so no data passes between callers or clusters.
 */
import { CONNECTION_LIMITS } from '../../contracts/limits';
import type {
  AuditSettings,
  BackendFeatures,
  ConnectedBackend,
  ConnectionCheck,
  ConnectionFault,
  ConnectionSettings,
  DocumentStore,
  Engine,
  EngineSettings,
  EngineSupplies,
  RequestCaller,
} from '../api';
import type { EngineLog } from '../api/log';
import { ChangeQueues, completedEngine } from '../decorators';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import {
  ClusterError,
  type ClusterResponse,
  type ClusterTrouble,
  faultLogger,
  toKey,
  withoutLimits,
} from './client';
import { ClusterReader } from './configuration/cluster_reader';
import { getConfiguration } from './configuration/mirrored_configuration';
import { ConnectedClient } from './connected_client';
import { OpenSearchEngine } from './engine/opensearch_engine';
import { ClusterHistoryStore } from './history/cluster_history';

export interface ConnectionOptions {
  readonly connection: ConnectionSettings;
  readonly settings: EngineSettings;
  /** Of this installation: the caller may not be allowed to read indices of the cluster. */
  readonly guardrails: DocumentStore;
  readonly audit: AuditSettings;
  readonly historyIndex: string;
  readonly log: EngineLog;
}

interface CallersEngine {
  readonly inner: OpenSearchEngine;
  readonly engine: Engine;
  usedAtMs: number;
}

export class ConnectedCluster implements ConnectedBackend {
  readonly features: BackendFeatures;
  readonly release = (): string | undefined => this.client.version?.number;
  private readonly client: ConnectedClient;
  private readonly queues = new ChangeQueues();
  /** Least recently used first. */
  private readonly engines = new Map<string, CallersEngine>();
  private readonly timer: NodeJS.Timeout;

  /** @throws if a certificate file cannot be read */
  constructor(private readonly options: ConnectionOptions) {
    const { hosts, requestTimeout, ssl, allows } = options.connection;
    this.client = new ConnectedClient({
      hosts,
      requestTimeout,
      pingTimeout: requestTimeout,
      requestHeadersAllowlist: [],
      customHeaders: {},
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      allows,
      ssl: { ...ssl, alwaysPresentCertificate: true },
    });
    this.client.onFault = faultLogger(options.log);
    const { inner, engine } = this.open({ kind: 'anonymous' });
    inner.stop();
    this.features = engine.features;
    this.timer = setInterval(() => this.dropIdle(), CONNECTION_LIMITS.idleMs / 10).unref();
  }

  engineFor(caller: RequestCaller | undefined): Engine {
    if (!caller) throw new ClusterError('unauthorized', 'A user has not entered credentials yet.');
    const key = toKey(caller);
    const found = this.engines.get(key) ?? this.open(caller);
    found.usedAtMs = performance.now();
    this.engines.delete(key);
    this.engines.set(key, found);
    for (const [oldest] of this.engines) {
      if (this.engines.size <= CONNECTION_LIMITS.callers) break;
      this.drop(oldest);
    }
    return found.engine;
  }

  async check(caller: RequestCaller): Promise<ConnectionCheck> {
    try {
      await this.client.readVersion(caller);
      const path = (name: string) => ({ method: 'GET', path: `${PREFIX}/${name}` }) as const;
      const info = await this.client.asCaller(caller, path('authinfo'));
      const userName = getMember(info, 'user_name');
      // Without the plugin, the path is taken for the name of an index.
      if (info.statusCode !== 200 || typeof userName !== 'string') return this.failed('plugin');
      const rights = await this.client.asCaller(caller, path('api/permissionsinfo'));
      if (getMember(rights, 'has_api_access') !== true) return this.failed('rights');
      const version = this.client.version?.number;
      return { ok: true, userName, ...(version !== undefined && { version }) };
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      this.options.log.warn('A test of a connection to a cluster failed.', {
        hosts: this.options.connection.hosts,
        reason: error.message,
      });
      return this.failed(FAULTS[error.trouble] ?? 'address');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const key of [...this.engines.keys()]) this.drop(key);
    await this.client.stop();
  }

  private failed(fault: ConnectionFault): ConnectionCheck {
    const version = this.client.version?.number;
    return { ok: false, fault, ...(version !== undefined && { version }) };
  }

  private open(caller: RequestCaller): CallersEngine {
    const { settings, audit, historyIndex, guardrails, log } = this.options;
    const { client } = this;
    // For mirror and history, which check what each caller may see of them.
    const send = (call: Parameters<ConnectedClient['asCaller']>[1]) =>
      client.asCaller(withoutLimits(caller), call);
    const reader = new ClusterReader({ asServer: send });
    const inner = new OpenSearchEngine({
      client,
      reader,
      settings,
      audit,
      guardrails,
      log,
      allowedHeaders: new Set(),
      release: () => client.version?.number,
      now: Date.now,
      monotonicNow: () => performance.now(),
    });
    const { historyMaxAgeDays: maxAgeDays, historyMaxChanges: maxChanges } = settings;
    const retention = { maxAgeDays, maxChanges };
    const supplies: EngineSupplies = {
      configuration: getConfiguration(inner, reader),
      guardrails: inner.guardrails,
      history: new ClusterHistoryStore({ send, index: historyIndex, retention }),
      settings,
    };
    const engine = completedEngine(inner, supplies, log, this.queues);
    return { inner, engine, usedAtMs: performance.now() };
  }

  private dropIdle(): void {
    const oldestMs = performance.now() - CONNECTION_LIMITS.idleMs;
    for (const [key, { usedAtMs }] of this.engines) if (usedAtMs < oldestMs) this.drop(key);
  }

  private drop(key: string): void {
    this.engines.get(key)?.inner.stop();
    this.engines.delete(key);
  }
}

const FAULTS: Partial<Record<ClusterTrouble, ConnectionFault>> = {
  forbidden: 'forbidden',
  untrusted: 'tls',
  tls: 'tls',
  unauthorized: 'credentials',
  unfit: 'version',
  malformed: 'version',
  not_set_up: 'plugin',
};

/** A member of a response that is an object; `undefined` for any other. */
const getMember = ({ json }: ClusterResponse, name: string): unknown =>
  isJsonObject(json) ? json[name] : undefined;
