/** Renders the home page with test users and objects. */
import { render, screen } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { type PublicAppInfo } from '@sd/core/public';
import { createKit, createKitMemory, KitProvider } from '@sd/ui_kit';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { coreMock } from '../../../core/public/mocks';
import type { ManagementPluginStart } from '../../management/public';
import type { CurrentTenant, SecurityPluginStart } from '../../security/public';
import { READ_SETUP, type SetupFacts } from '../common';
import type { HomeDeps } from './app/home_deps';
import { HomeScreen } from './app/home_screen';

export const object = (
  title: string,
  type = 'dashboard',
  changedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
) => ({
  type,
  id: title.toLowerCase().replaceAll(' ', '-'),
  attributes: { title, description: `About ${title}` },
  references: [],
  updated_at: changedAt,
  score: 0,
});

export function createSecurity(tenant?: CurrentTenant, hasApiAccess = false) {
  return {
    account$: of(undefined),
    currentTenant$: new BehaviorSubject(tenant),
    hasApiAccess$: new BehaviorSubject(hasApiAccess),
    loadMyAccess: async () => () => <p>What I may read</p>,
    mayOpenPage: () => true,
    isTenantOffered: () => true,
    addTenant: async (url: string) => `${url}?security_tenant=${tenant?.name ?? ''}`,
    openTenantSwitcher: jest.fn(),
  } satisfies SecurityPluginStart;
}

export function renderHome(deps: HomeDeps) {
  const storage = new MemoryStorage();
  const { services } = createKit(deps.core, coreMock.createAppMountParameters('/app/home'), {
    memory: createKitMemory('test.', () => storage),
    root: { text: 'Home', path: '/' },
  });
  return render(
    <KitProvider services={services}>
      <HomeScreen {...deps} />
    </KitProvider>
  );
}

export const SALES: CurrentTenant = { name: 'sales', label: 'sales', canWrite: true };

interface Options {
  readonly security?: ReturnType<typeof createSecurity>;
  readonly apps?: Array<[string, PublicAppInfo]>;
  readonly basePath?: string;
  readonly total?: number;
  readonly management?: ManagementPluginStart;
  /** Setup facts returned to administrators. */
  readonly setup?: SetupFacts;
}

export function show({
  security,
  apps = [],
  basePath = '',
  total = 2,
  management,
  setup,
}: Options = {}) {
  const core = coreMock.createStart({ basePath });
  Object.assign(core.docLinks, {
    links: {
      opensearchDashboards: { introduction: 'https://docs.example.org/' },
    },
  });
  const get = core.http.get as unknown as jest.Mock;
  const objects = {
    total,
    saved_objects: [object('Sales pipeline'), object('Slow orders', 'search')],
  };
  get.mockImplementation(async (path: string) => (path === READ_SETUP.path ? setup : objects));
  (core.application.applications$ as BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>).next(
    new Map(apps)
  );
  const { unmount } = renderHome({
    core: core as never,
    ...(management && { management }),
    ...(security && { security }),
  });
  return { core, get, unmount };
}
export const newest = () => screen.findByRole('list', { name: 'Newest objects' });
