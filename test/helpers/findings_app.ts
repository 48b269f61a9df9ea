/** The Security app with findings, guardrails and usage, for tests of their screens. */
import { coreMock } from '@sd/core/public/mocks';
import { adminParts, openAdmin } from '../../src/plugins/security/public/apps/admin/mocks';
import type { Routes, ScreenMockOptions } from '../../src/plugins/security/public/mocks';
import type { AdminPage, EntityPart, ImpactPart } from '../../src/plugins/security/public';
import { plugin } from '../../src/plugins/findings/public';

/** What the plugin adds to the Security app. */
export async function addedByFindings() {
  const addedPages: AdminPage[] = [];
  const entityParts: EntityPart[] = [];
  const impactParts: ImpactPart[] = [];
  await plugin(coreMock.createPluginInitializerContext({})).setup(coreMock.createSetup() as never, {
    security: {
      hasApiAccess: true,
      adminPages: { register: (page) => void addedPages.push(page) },
      saveActions: { register: () => undefined },
      clusters: { provide: () => undefined },
      entityParts: { register: (part) => void entityParts.push(part) },
      impactParts: { register: (part) => void impactParts.push(part) },
      adminParts,
    },
  });
  return { addedPages, entityParts, impactParts };
}

/** Opens the Security app with what the plugin adds to it. */
export const openFindings = async (
  path: string,
  routes: Routes,
  more: Omit<ScreenMockOptions, 'routes'> = {}
): ReturnType<typeof openAdmin> =>
  openAdmin(path, routes, { ...more, ...(await addedByFindings()) });
