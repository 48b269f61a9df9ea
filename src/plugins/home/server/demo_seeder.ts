/**
 * Puts believable saved objects into the global tenant and each tenant of the demonstration set
 * (`npm start -- --demo`, issue 2). Once per tenant: what people delete stays deleted.
 */
import type {
  EngineServiceSetup,
  Logger,
  SavedObjectsServiceStart,
  SavedObjectsType,
} from '@sd/core/server';
import { demoObjects } from './demo_objects';
import { GLOBAL_THEME, themeFor } from './demo_themes';

const MARKER_ID = 'seeded';

/** Remembers per partition that the seed was sown. Nobody sees it. */
export const demoMarkerType: SavedObjectsType = { name: 'home-demo-marker', hidden: true };

const TENANTS_PATH = '/_plugins/_security/api/tenants';
/** Name under which the engine lists the global tenant. */
const GLOBAL_TENANT_NAME = 'global_tenant';

export interface DemoSeederDeps {
  readonly engine: EngineServiceSetup['engine'];
  readonly savedObjects: SavedObjectsServiceStart;
  /** Saved-object partition of a tenant; absent without tenants, when only the global one is seeded. */
  readonly tenantPartition?: (tenant: string) => string;
  readonly logger: Logger;
}

/** @returns names of the tenants that got objects now; '' is the global one */
export async function seedDemoObjects(deps: DemoSeederDeps): Promise<string[]> {
  const tenants = deps.tenantPartition ? await readTenants(deps) : [];
  const seeded: string[] = [];
  for (const tenant of ['', ...tenants]) {
    if (await seedTenant(tenant, deps)) seeded.push(tenant);
  }
  if (seeded.length > 0)
    deps.logger.info('Demonstration objects were created', {
      tenants: seeded.map((name) => name || 'global'),
    });
  return seeded;
}

async function readTenants({ engine, logger }: DemoSeederDeps): Promise<string[]> {
  const { statusCode, body } = await engine.request(
    { kind: 'internal' },
    { method: 'GET', path: TENANTS_PATH }
  );
  if (statusCode !== 200 || typeof body !== 'object' || body === null) {
    logger.warn('Tenants could not be read; only the global tenant gets demonstration objects', {
      statusCode,
    });
    return [];
  }
  // `admin_tenant` belongs to the demo of the engine itself and is a tenant like the others.
  return Object.keys(body).filter((name) => name !== GLOBAL_TENANT_NAME);
}

async function seedTenant(
  tenant: string,
  { savedObjects, tenantPartition }: DemoSeederDeps
): Promise<boolean> {
  const client = savedObjects.createInternalClient(tenantPartition?.(tenant) ?? '');
  const {
    saved_objects: [marker],
  } = await client.bulkGet([{ type: demoMarkerType.name, id: MARKER_ID }]);
  if (marker && !marker.error) return false;
  // The marker comes last: a crash in between only means that existing ids are met again.
  await client.bulkCreate(demoObjects(tenant === '' ? GLOBAL_THEME : themeFor(tenant)));
  await client.create(demoMarkerType.name, {}, { id: MARKER_ID, overwrite: true });
  return true;
}
