/**
 * A backend with the feature set of a cluster: the embedded engine without its additional features,
 * plus the decorators that the server adds to such an engine.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import type { AuditSink } from '../api/audit_sink';
import type {
  Backend,
  EngineSupplies,
  MovableTenantObjects,
  UnfinishedRenames,
} from '../api/backend';
import { DEFAULT_SETTINGS, type EngineSettings } from '../api/settings';
import type {
  AuditPage,
  AuditTrail,
  ConfigurationReader,
  Engine,
  EngineRequest,
  EngineResponse,
} from '../api/engine';
import { absentFeature } from '../api/features';
import { SILENT_LOG, type EngineLog } from '../api/log';
import type { PreferenceStore } from '../api/preferences';
import { complete } from '../decorators';
import { overrideEngine } from '../decorators/override_members';
import type { EmbeddedEngine } from '../embedded';
import { PREFIX } from '../model/paths';
import { MemoryHistoryStore } from './memory_history';
import { MemoryPreferenceStore } from './memory_preferences';

/**
 * Paths for which the embedded engine runs the lockout check. Others do not support confirmation.
 */
const LOCKOUT_CHECKED =
  /\/api\/(internalusers|user|roles|rolesmapping|actiongroups?|tenants|allowlist|tenancy)(\/|$)/;
const LACKING = {
  entityVersions: false,
  conditionalWrites: false,
  lockoutQuestion: false,
  history: false,
  changeAudit: false,
  changeSets: false,
  rename: false,
};

export interface BareOptions {
  readonly settings?: Partial<EngineSettings>;
  readonly supplies?: Partial<EngineSupplies>;
  readonly preferences?: PreferenceStore;
  readonly log?: EngineLog;
  readonly auditSink?: AuditSink;
}

/** Like a cluster: no versions or conditions, no lockout check, no sets, no records of changes. */
function stripped(engine: EmbeddedEngine, trail: MemoryAuditTrail): Engine {
  const absent = async () => absentFeature('history');
  return overrideEngine(engine, {
    features: { ...engine.features, ...LACKING },
    request: async (caller, request) => {
      const response = await engine.request(caller, unguarded(request));
      const { etag: _tag, ...headers } = response.headers;
      return { ...response, headers };
    },
    find: async (caller, query) => {
      const response = await engine.find(caller, query);
      if (!response.ok) return response;
      const items = response.result.items.map((item) => ({ ...item, version: '' }));
      return { ok: true, result: { ...response.result, items } };
    },
    history: {
      list: absent,
      get: absent,
      revert: async () => absentFeature('history').response,
      revertProposal: absent,
    },
    auditEvents: async (caller, query) => {
      const response = await engine.auditEvents(caller, query);
      return response.ok ? { ok: true, result: trail.page() } : response;
    },
  });
}

function unguarded({ headers = {}, query = {}, ...request }: EngineRequest): EngineRequest {
  const { 'if-match': _match, 'if-none-match': _none, ...others } = headers;
  const isChecked =
    ['PUT', 'PATCH', 'DELETE'].includes(request.method) && LOCKOUT_CHECKED.test(request.path);
  return {
    ...request,
    headers: others,
    query: isChecked ? { ...query, confirm_lockout: 'true' } : query,
  };
}

class MemoryAuditTrail implements AuditTrail {
  private readonly events: Record<string, unknown>[] = [];

  async append(events: Parameters<AuditTrail['append']>[0]): Promise<void> {
    for (const { document } of events)
      this.events.unshift({ ...document, _id: String(this.events.length) });
  }

  page(): AuditPage {
    return { events: this.events, total: this.events.length, totalRelation: 'eq' };
  }
}

export class MemoryRenames implements UnfinishedRenames {
  private readonly begun = new Map<string, string>();

  async get(type: ResourceType, from: string) {
    return this.begun.get(`${type}/${from}`);
  }
  async begin(type: ResourceType, from: string, to: string) {
    const key = `${type}/${from}`;
    if (this.begun.has(key)) return false;
    this.begun.set(key, to);
    return true;
  }
  async end(type: ResourceType, from: string) {
    this.begun.delete(`${type}/${from}`);
  }
}

const NO_OBJECTS: MovableTenantObjects = {
  count: async () => 0,
  copy: async () => undefined,
  discardCopy: async () => undefined,
  deleteCopied: async () => undefined,
};

/** Reads like the server's service user on a cluster. */
function readerOf(engine: EmbeddedEngine): ConfigurationReader {
  const read = (path: string): Promise<EngineResponse> =>
    engine.request({ kind: 'internal' }, { method: 'GET', path: `${PREFIX}/api/${path}` });
  const bodyOf = async (path: string): Promise<Record<string, unknown> | undefined> => {
    const { statusCode, body } = await read(path);
    return statusCode === 200 ? (body as Record<string, unknown>) : undefined;
  };
  return {
    entity: async <T extends ResourceType>(type: T, name: string) =>
      (await bodyOf(`${type}/${encodeURIComponent(name)}`))?.[name] as EntityByType[T] | undefined,
    entities: async <T extends ResourceType>(type: T) =>
      new Map(Object.entries((await bodyOf(type)) ?? {})) as ReadonlyMap<string, EntityByType[T]>,
    document: async (id) => {
      if (id === 'nodesdn') return bodyOf('nodesdn');
      const body = await bodyOf(id === 'config' ? 'securityconfig' : id);
      return body?.['config'] as Record<string, unknown> | undefined;
    },
  };
}

export function bareEngine(engine: EmbeddedEngine, options: BareOptions = {}): Engine {
  const trail = new MemoryAuditTrail();
  const supplies: EngineSupplies = {
    configuration: readerOf(engine),
    history: new MemoryHistoryStore(),
    trail,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    renaming: { unfinished: new MemoryRenames(), tenantObjects: NO_OBJECTS },
    ...options.supplies,
  };
  const { preferences = new MemoryPreferenceStore(), auditSink } = options;
  const parts = { engine: stripped(engine, trail), supplies, preferences, instanceId: 'bare' };
  return complete(parts as unknown as Backend, options.log ?? SILENT_LOG, { auditSink }).engine;
}
