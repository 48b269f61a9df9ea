/** The Security app with connected clusters, for tests of their screens. */
import { coreMock } from '@sd/core/public/mocks';
import { adminParts, openAdmin } from '../../src/plugins/security/public/apps/admin/mocks';
import type { Routes, ScreenMockOptions } from '../../src/plugins/security/public/mocks';
import type { AdminPage, ClusterSource, EntityPart } from '../../src/plugins/security/public';
import { plugin } from '../../src/plugins/clusters/public';

/** What the plugin adds to the Security app. */
export async function addedByClusters() {
  const addedPages: AdminPage[] = [];
  const clusterSources: ClusterSource[] = [];
  const entityParts: EntityPart[] = [];
  await plugin(coreMock.createPluginInitializerContext({})).setup(coreMock.createSetup() as never, {
    security: {
      hasApiAccess: true,
      adminPages: { register: (page) => void addedPages.push(page) },
      clusters: { provide: (source) => void clusterSources.push(source) },
      entityParts: { register: (part) => void entityParts.push(part) },
      impactParts: { register: () => undefined },
      saveActions: { register: () => undefined },
      adminParts,
    },
  });
  return { addedPages, clusterSources, entityParts };
}

/** Opens the Security app with the pages of the plugin. */
export const openClusters = async (
  path: string,
  routes: Routes,
  more: Omit<ScreenMockOptions, 'routes'> = {}
): ReturnType<typeof openAdmin> =>
  openAdmin(path, routes, { ...more, ...(await addedByClusters()) });
