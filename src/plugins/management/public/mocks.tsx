/** Test setup of the saved objects page. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of } from 'rxjs';
import { KitProvider, type OpenWith } from '@sd/ui_kit';
import { createTestKit } from '@sd/ui_kit/mocks';
import type { AccountInfo, CurrentTenant, SecurityPluginStart } from '../../security/public';
import { READ_MANAGED_TYPES } from '../common';
import { ObjectsApi } from './objects/objects_api';
import { ObjectsPage } from './objects/objects_page';

const TYPES = [
  { name: 'config', titleField: 'buildNum', isExportable: true, total: 1 },
  { name: 'dashboard', titleField: 'title', isExportable: true, total: 1200 },
  { name: 'local', titleField: 'title', isExportable: false, total: 0 },
];
const object = (id: string, title: string, type = 'dashboard') => ({
  type,
  id,
  attributes: { title },
  references: [],
  updated_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  version: 'WzEsMV0=',
});
export const PIPELINE = object('d/1', 'Sales pipeline');
const CHART = object('v', 'Slow orders', 'local');

export const denial = (status: number, message: string) =>
  Object.assign(new Error(message), { response: { status }, body: { message } });
export const SALES: CurrentTenant = { name: 'sales', label: 'sales', canWrite: true };
const TENANTS = { global_tenant: true, anna: true, sales: true, finance: true, archive: false };

export interface Options {
  readonly tenant?: CurrentTenant;
  readonly tenants?: Record<string, boolean>;
  /** Wire names of disabled tenants. */
  readonly switchedOff?: readonly string[];
  readonly path?: string;
  readonly openWith?: OpenWith;
}

/** Server responses by method and path. Tests replace the ones they need. */
export function show({
  tenant,
  tenants = TENANTS,
  switchedOff = [],
  path = '',
  openWith = {},
}: Options = {}) {
  const { core, kit } = createTestKit(`/${path}`);
  const responses = {
    types: jest.fn(async () => ({ types: TYPES })),
    find: jest.fn(async (_query: Record<string, unknown>) => ({
      total: 60,
      saved_objects: [PIPELINE, CHART],
    })),
    object: jest.fn(async (_path: string): Promise<unknown> => PIPELINE),
    post: jest.fn(
      async (_path: string, _options: { readonly body: string }): Promise<unknown> => undefined
    ),
    delete: jest.fn(async (_path: string): Promise<unknown> => ({})),
  };
  const http = core.http as unknown as Record<'get' | 'post' | 'delete', jest.Mock>;
  http.get.mockImplementation((url: string, { query }: { query: Record<string, unknown> }) =>
    url === READ_MANAGED_TYPES.path
      ? responses.types()
      : url.endsWith('/_find')
        ? responses.find(query)
        : responses.object(url)
  );
  http.post.mockImplementation(responses.post);
  http.delete.mockImplementation((url: string) => responses.delete(url));
  const account = { user_name: 'anna', tenants } as unknown as AccountInfo;
  const security =
    tenant &&
    ({
      account$: of(account),
      currentTenant$: new BehaviorSubject<CurrentTenant | undefined>(tenant),
      hasApiAccess$: of(false),
      loadMyAccess: async () => () => null,
      mayOpenPage: () => true,
      isTenantOffered: (name) => !switchedOff.includes(name),
      addTenant: async (url) => `${url}?security_tenant=${tenant.name}`,
      openTenantSwitcher: jest.fn(),
    } satisfies SecurityPluginStart);
  const view = render(
    <KitProvider services={kit.services}>
      <ObjectsPage
        core={core as never}
        openWith={openWith}
        api={new ObjectsApi(core.http as never)}
        {...(security && { security })}
      />
    </KitProvider>
  );
  return { core, responses, browser: kit.services.history, security, ...view };
}

export const user = () => userEvent.setup({ delay: null, applyAccept: false });
export const click = async (name: string | RegExp) =>
  user().click(await screen.findByRole('button', { name }));
export const table = () => screen.findByRole('table', { name: /Saved objects of this tenant/ });
export const select = async (title: string) =>
  user().click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
/** Chooses an item of the menu for selected rows. */
export const choose = async (name: string) => {
  await click('Actions');
  await user().click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
};
export const lastQuery = ({ find }: { find: jest.Mock }) =>
  find.mock.calls.at(-1)[0] as Record<string, unknown>;
export const dialog = () => screen.findByRole('dialog');
export const sent = (post: jest.Mock, index = -1) => {
  const [path, options] = post.mock.calls.at(index) as [
    string,
    { body: any; query?: unknown; headers?: unknown },
  ];
  return {
    path,
    ...options,
    json: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
  };
};
