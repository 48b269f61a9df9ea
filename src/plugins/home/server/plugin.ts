/** Server part of home: saved-object types, demo data and setup facts. */
import { firstValueFrom } from 'rxjs';
import { Type } from '@sinclair/typebox';
import { isMapped } from '@sd/contracts';
import type {
  CoreSetup,
  CoreStart,
  EngineServiceSetup,
  FindQuery,
  FindResult,
  Plugin,
  PluginInitializerContext,
  Router,
  SavedObjectsType,
  ScopedEngineClient,
} from '@sd/core/server';
import {
  FULL_ACCESS_ROLE,
  HOME_APP_ID,
  READ_SETUP,
  type SetupFacts,
  TOUR_SETTING,
} from '../common';
import type { SecurityPluginSetup } from '../../security/server';
import { demoMarkerType, type DemoSeederDeps, seedDemoObjects } from './demo_seeder';

/** Largest number of roles whose mappings are checked. */
const MAX_ROLES = 1_000;
/** Largest number of unmapped roles that are looked up among the users. */
const MAX_SUSPECTS = 20;
const MAX_NAMES = 3;
/** Facet values per request. If all are filled, there may be more. */
const MAX_FACET_VALUES = 100;
const CUSTOM = { customization: ['custom'] } as const;
const AUDIT_PATH = '/_plugins/_security/api/audit';

/** Runs with the caller's own permissions, so it reveals only what the API would return to them. */
export async function collectFacts(
  client: Pick<ScopedEngineClient, 'find' | 'request'>,
  { kind, status$ }: Pick<EngineServiceSetup, 'kind' | 'status$'>,
  isMultitenancyOn: boolean
): Promise<SetupFacts> {
  const find = async (query: Omit<FindQuery, 'page' | 'perPage'>, perPage = 1) => {
    const response = await client.find({ page: 1, perPage, ...query });
    return response.ok ? response.result : undefined;
  };
  const [{ level, summary }, users, roles, tenants, isAuditLogOn] = await Promise.all([
    firstValueFrom(status$),
    listUsers(find),
    listRoles(find),
    isMultitenancyOn ? find({ type: 'tenants', filters: CUSTOM }) : undefined,
    auditLogState(client),
  ]);
  return {
    engine: { kind, level, summary },
    ...(users && { users }),
    ...(roles && { roles }),
    ...(tenants && { tenants: { total: tenants.total } }),
    isMultitenancyOn,
    ...(isAuditLogOn !== undefined && { isAuditLogOn }),
  };
}

type Find = (
  query: Omit<FindQuery, 'page' | 'perPage'>,
  perPage?: number
) => Promise<FindResult | undefined>;

async function listUsers(find: Find): Promise<SetupFacts['users']> {
  const type = 'internalusers';
  const [all, custom, withFullAccess] = await Promise.all([
    find({ type, facets: ['roles'] }),
    find({ type, filters: CUSTOM }),
    find({ type, filters: { roles: [FULL_ACCESS_ROLE] } }),
  ]);
  if (!all || !custom || !withFullAccess) return undefined;
  const roles = all.facets['roles'] ?? [];
  const withRole =
    roles.length > 0 && roles.length < MAX_FACET_VALUES
      ? await find({ type, filters: { roles } })
      : undefined;
  return {
    total: custom.total,
    withFullAccess: withFullAccess.total,
    ...(withRole && { withoutRole: all.total - withRole.total }),
  };
}

async function listRoles(find: Find): Promise<SetupFacts['roles']> {
  const custom = await find({ type: 'roles', filters: CUSTOM }, MAX_ROLES);
  if (!custom) return undefined;
  const suspects = custom.items.filter((role) => !isMapped(role.mapping)).map(({ name }) => name);
  const checked = suspects.slice(0, MAX_SUSPECTS);
  const given = await Promise.all(
    checked.map((role) => find({ type: 'internalusers', filters: { roles: [role] } }))
  );
  const unused = checked.filter((_role, index) => given[index]?.total === 0);
  const isAtLeast = suspects.length > checked.length || custom.total > custom.items.length;
  const names = unused.slice(0, MAX_NAMES);
  return { total: custom.total, unused: { count: unused.length, isAtLeast, names } };
}

/** Engines without an audit log return an error. */
async function auditLogState(
  client: Pick<ScopedEngineClient, 'request'>
): Promise<boolean | undefined> {
  const { statusCode, body } = await client.request({ method: 'GET', path: AUDIT_PATH });
  const enabled = (body as { config?: { enabled?: unknown } } | undefined)?.config?.enabled;
  return statusCode === 200 && typeof enabled === 'boolean' ? enabled : undefined;
}

/** Cache lifetime of the facts: several tabs opened together cause one engine request. */
const CACHE_MS = 1_000;
const MAX_CACHED = 100;

interface CachedFacts {
  readonly facts: Promise<SetupFacts>;
  readonly atMs: number;
}

/** @param now - wall clock, epoch milliseconds */
export function registerSetupRoute(
  router: Router,
  engine: EngineServiceSetup,
  now: () => number = Date.now
): void {
  const cache = new Map<string, CachedFacts>();
  router.handle(READ_SETUP, ({ request }) => {
    const { identity, tenant } = request.auth as NonNullable<typeof request.auth>;
    const isMultitenancyOn = tenant !== undefined;
    // API keys see less than their owner.
    const { userName, roles, key: apiKey } = identity;
    const key = JSON.stringify([
      [userName, apiKey ? roles : null, apiKey ?? null],
      request.remoteAddress,
      isMultitenancyOn,
    ]);
    const cached = cache.get(key);
    if (cached && now() - cached.atMs < CACHE_MS) return cached.facts;
    const facts = collectFacts(engine.asScoped(request), engine, isMultitenancyOn);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, { facts, atMs: now() });
    facts.catch(() => cache.delete(key));
    return facts;
  });
}

/**
 * Saved-object types of the product. Attributes follow the export format of OpenSearch Dashboards;
 * unlisted attributes are kept unchanged.
 */
const Text = Type.Optional(Type.String());
const SearchSource = Type.Optional(Type.Object({ searchSourceJSON: Text }));

const titled = { title: Type.String({ minLength: 1 }), description: Text };

export const savedObjectTypes: readonly SavedObjectsType[] = [
  {
    name: 'index-pattern',
    attributes: Type.Object({
      title: Type.String({ minLength: 1 }),
      timeFieldName: Text,
      fields: Text,
      fieldFormatMap: Text,
    }),
    management: { icon: 'indexPatternApp', importableAndExportable: true },
  },
  {
    name: 'search',
    attributes: Type.Object({
      ...titled,
      columns: Type.Optional(Type.Array(Type.String())),
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'discoverApp', importableAndExportable: true },
  },
  {
    name: 'visualization',
    attributes: Type.Object({
      ...titled,
      visState: Text,
      uiStateJSON: Text,
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'visualizeApp', importableAndExportable: true },
  },
  {
    name: 'dashboard',
    attributes: Type.Object({
      ...titled,
      panelsJSON: Text,
      optionsJSON: Text,
      timeRestore: Type.Optional(Type.Boolean()),
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'dashboardApp', importableAndExportable: true },
  },
];

/** Plugin names as in the manifest. */
export interface HomeSetupDeps {
  readonly security?: SecurityPluginSetup;
}

export class HomePlugin implements Plugin<HomePluginSetup, HomePluginStart, HomeSetupDeps> {
  private tenants: DemoSeederDeps['tenants'];

  constructor(private readonly context: PluginInitializerContext) {}

  setup(core: CoreSetup, { security }: HomeSetupDeps): HomePluginSetup {
    const { savedObjects } = core;
    savedObjectTypes.forEach((type) => savedObjects.registerType(type));
    savedObjects.registerType(demoMarkerType);
    this.tenants = security && {
      names: () => security.tenantNames(),
      partition: (tenant) => security.tenantPartition(tenant, ''),
    };
    core.pages.addPreloadProvider(({ url }) => ({
      apps: [HOME_APP_ID],
      imports: url.pathname === `/app/${HOME_APP_ID}` ? ['home-app'] : [],
    }));
    if (this.context.env.demo)
      core.uiSettings.register({
        [TOUR_SETTING]: { value: true, type: 'boolean', personal: 'only' },
      });
    if (security) registerSetupRoute(core.http.createRouter(), core.engine);
    return {};
  }

  /** A failure to seed the demo data is logged and does not stop the server. */
  async start({ savedObjects }: CoreStart): Promise<HomePluginStart> {
    const { env, logger } = this.context;
    if (env.demo) {
      try {
        await seedDemoObjects({
          savedObjects,
          logger,
          ...(this.tenants && { tenants: this.tenants }),
        });
      } catch (error) {
        logger.error(error instanceof Error ? error : String(error));
      }
    }
    return {};
  }
}

export type HomePluginSetup = Record<string, never>;
export type HomePluginStart = Record<string, never>;
