/**
 * Seeds demo saved objects into the global tenant and every demo tenant (`npm start -- --demo`),
 * once per tenant: deleted objects stay deleted.
 */
import type { Logger, SavedObjectsServiceStart, SavedObjectsType } from '@sd/core/server';
import { demoObjects } from './demo_objects';
import { GLOBAL_THEME, themeFor } from './demo_themes';

const MARKER_ID = 'seeded';

/** Hidden marker of a seeded partition. */
export const demoMarkerType: SavedObjectsType = { name: 'home-demo-marker', hidden: true };

export interface DemoSeederDeps {
  readonly savedObjects: SavedObjectsServiceStart;
  /** If absent, only the global tenant is seeded. */
  readonly tenants?: {
    names(): Promise<readonly string[] | undefined>;
    /** Saved-object partition of a tenant. */
    partition(tenant: string): string;
  };
  readonly logger: Logger;
}

/** @returns the names of the tenants seeded now; '' is the global tenant */
export async function seedDemoObjects(deps: DemoSeederDeps): Promise<string[]> {
  const tenants = deps.tenants ? await readTenants(deps.tenants, deps.logger) : [];
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

async function readTenants(
  tenants: NonNullable<DemoSeederDeps['tenants']>,
  logger: Logger
): Promise<readonly string[]> {
  const names = await tenants.names();
  if (!names)
    logger.warn('Tenants could not be read; only the global tenant gets demonstration objects');
  return names ?? [];
}

async function seedTenant(
  tenant: string,
  { savedObjects, tenants }: DemoSeederDeps
): Promise<boolean> {
  const client = savedObjects.createInternalClient(tenants?.partition(tenant) ?? '');
  const {
    saved_objects: [marker],
  } = await client.bulkGet([{ type: demoMarkerType.name, id: MARKER_ID }]);
  if (marker && !marker.error) return false;
  // The marker is written last. After a crash in between, the next run finds existing ids and
  // continues.
  await client.bulkCreate(demoObjects(tenant === '' ? GLOBAL_THEME : themeFor(tenant)));
  await client.create(demoMarkerType.name, {}, { id: MARKER_ID, overwrite: true });
  return true;
}
