/** The Security app with change requests and drift, for tests of their screens. */
import { coreMock } from '@sd/core/public/mocks';
import { adminParts, openAdmin } from '../../src/plugins/security/public/apps/admin/mocks';
import type { Routes, ScreenMockOptions } from '../../src/plugins/security/public/mocks';
import type { AdminPage, SaveAction } from '../../src/plugins/security/public';
import { plugin } from '../../src/plugins/requests/public';

/** What the plugin adds to the Security app. */
export async function addedByPlugin() {
  const addedPages: AdminPage[] = [];
  const saveActions: SaveAction[] = [];
  await plugin(coreMock.createPluginInitializerContext({})).setup(coreMock.createSetup() as never, {
    security: {
      hasApiAccess: true,
      adminPages: { register: (page) => void addedPages.push(page) },
      saveActions: { register: (action) => void saveActions.push(action) },
      clusters: { provide: () => undefined },
      entityParts: { register: () => undefined },
      impactParts: { register: () => undefined },
      adminParts,
    },
  });
  return { addedPages, saveActions };
}

/** Opens the Security app with the pages and buttons of the plugin. */
export const openRequests = async (
  path: string,
  routes: Routes,
  more: Omit<ScreenMockOptions, 'routes'> = {}
): ReturnType<typeof openAdmin> => openAdmin(path, routes, { ...more, ...(await addedByPlugin()) });
