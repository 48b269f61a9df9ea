/** What users without administration read about their own access. */
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { coreMock } from '../../../../../core/public/mocks';
import { createKit, createKitMemory, KitProvider } from '@sd/ui_kit';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { fetchError, lastBody, renderInCore } from '../../mocks';
import { MyAccess } from './my_access';

type Entry = EffectiveRole['index'][number];

const entry = (patterns: readonly string[], more: Partial<Entry> = {}): Entry => ({
  entry: 0,
  index_patterns: [...patterns],
  rendered_patterns: [...patterns],
  allowed_actions: [],
  expanded_actions: [],
  verbs: ['read'],
  fls: [],
  masked_fields: [],
  ...more,
});

const role = (name: string, index: readonly Entry[], more: Partial<EffectiveRole> = {}) => ({
  role: name,
  exists: true,
  reserved: false,
  origins: [{ via: 'users' as const, pattern: 'jane', value: 'jane' }],
  cluster: { listed: [], expanded: [] },
  index: [...index],
  tenants: [],
  ...more,
});

const access = (
  roles: readonly EffectiveRole[],
  tenants: Readonly<Record<string, boolean>> = {}
): EffectivePermissions => ({
  user: { name: 'jane', exists: true, backend_roles: ['sales'], attribute_names: [], roles: [] },
  roles: [...roles],
  tenants,
  api: { has_api_access: false, disabled_endpoints: {} },
  truncated: [],
  not_considered: [],
});

const RESTRICTIONS = {
  restrictions: [
    {
      index: 'hr-*',
      documents: { mode: 'some', queries: ['{"term":{"team":"sales"}}'] },
      fields: { mode: 'all', fields: [] },
      masking: { mode: 'none', fields: [] },
      sources: [],
    },
  ],
};

function show(response: () => unknown, contact = '') {
  const core = coreMock.createStart();
  core.http.get.mockImplementation((async () => response()) as never);
  core.http.post.mockResolvedValue(RESTRICTIONS as never);
  Object.assign(core.docLinks, { links: { help: { administrators: contact } } });
  const storage = new MemoryStorage();
  const { services } = createKit(core as never, coreMock.createAppMountParameters('/app/home'), {
    memory: createKitMemory('test.', () => storage),
    root: { text: 'Home', path: '/' },
  });
  renderInCore(
    <KitProvider services={services}>
      <MyAccess core={core as never} />
    </KitProvider>
  );
  return { core, user: userEvent.setup({ delay: null }) };
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

it('says what one can do with which indices, and through which roles', async () => {
  show(() =>
    access([
      role('reader', [entry(['logs-*']), entry(['.kibana*'])]),
      role('writer', [entry(['logs-*'], { verbs: ['write', 'delete'] })]),
      role('monitor', [entry(['*'], { verbs: [] })]),
    ])
  );
  const logs = await rowOf(/^logs-\*/);
  expect(logs.getByText('read, write, and delete')).toBeInTheDocument();
  expect(logs.getByText('Everything')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^logs-\*/ })).toHaveTextContent(/reader, ?writer/);
  const all = await rowOf(/^All indices/);
  expect(all.getByText('other actions')).toBeInTheDocument();
  expect(all.getByText('Part of the data')).toBeInTheDocument();
  // What the product keeps for itself says nothing to the user.
  expect(screen.queryByText('.kibana*')).toBeNull();
});

it.each<[string, readonly Entry[], string, string, string]>([
  [
    'a wider pattern',
    [entry(['*']), entry(['logs-*'], { verbs: ['write'] })],
    'logs-*',
    'read and write',
    'Everything',
  ],
  [
    'a restriction on a part',
    [entry(['logs-*']), entry(['logs-2024*'], { dls: '{}' })],
    'logs-*',
    'read',
    'Part of the data',
  ],
  [
    'a part that can be read',
    [entry(['logs-*'], { verbs: ['write'] }), entry(['logs-1'])],
    'logs-*',
    'write',
    'Part of the data',
  ],
  [
    'an expression',
    [entry(['logs-*']), entry(['/lo.*/'], { fls: ['a'] })],
    'logs-*',
    'read',
    'Part of the data',
  ],
  [
    'other indices',
    [entry(['logs-*']), entry(['hr-*'], { dls: '{}' })],
    'logs-*',
    'read',
    'Everything',
  ],
  [
    'no reading anywhere',
    [entry(['logs-*'], { verbs: ['write'] }), entry(['hr-*'])],
    'logs-*',
    'write',
    'Nothing',
  ],
  [
    'a name with a character more',
    [entry(['log-?'], { verbs: ['write'] }), entry(['log-12'])],
    'log-?',
    'write',
    'Nothing',
  ],
])('counts %s', async (_what, entries, pattern, can, sees) => {
  show(() => access(entries.map((one, n) => role(`r${n}`, [one]))));
  await screen.findByRole('table', { name: 'Indices you can use' });
  const found = screen.getAllByRole('row').find((one) => one.textContent?.startsWith(pattern));
  expect(within(found as HTMLElement).getByText(can)).toBeInTheDocument();
  expect(within(found as HTMLElement).getByText(sees)).toBeInTheDocument();
});

it('says if it shows a part of the roles only', async () => {
  show(() => ({ ...access([role('reader', [])]), truncated: ['roles'] }));
  expect(await screen.findByText(/^You have more roles than/)).toBeInTheDocument();
});

it('shows which part of an index one sees, by all roles together', async () => {
  const { user, core } = show(() =>
    access([role('hr', [entry(['hr-*'], { dls: '{"term":{"team":"sales"}}' })])])
  );
  await user.click(await screen.findByRole('button', { name: 'Part of the data in hr-*' }));
  expect(await screen.findByText('{"term":{"team":"sales"}}')).toBeInTheDocument();
  expect(lastBody(core.http, '/api/v1/access/explain')).toEqual({
    action: 'indices:data/read/search',
    index: ['hr-*'],
  });
});

it('names tenants with their access, and why one has each role', async () => {
  const { user } = show(() =>
    access([role('reader', [], { description: 'Reads logs' })], {
      finance: true,
      jane: true,
      hr: false,
    })
  );
  expect((await rowOf(/^finance/)).getByText('read and write')).toBeInTheDocument();
  expect((await rowOf(/^hr/)).getByText('read')).toBeInTheDocument();
  expect((await rowOf(/^Private/)).getByText('read and write')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Your roles' }));
  const reader = await rowOf(/^reader/);
  expect(reader.getByText('Reads logs')).toBeInTheDocument();
  expect(reader.getByText('Mapped by name')).toBeInTheDocument();
});

it('gives a text that asks the configured contact for more', async () => {
  const { user } = show(() => access([role('reader', [])]), 'mailto:admins@example.org');
  expect(
    await screen.findByText("Your roles don't give you access to any index.")
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ask an administrator' })).toHaveAttribute(
    'href',
    'mailto:admins@example.org'
  );
  const copy = jest.fn(() => true);
  Object.assign(document, { execCommand: copy });
  await user.click(screen.getByRole('button', { name: 'Copy a request to fill in' }));
  expect(copy).toHaveBeenCalledWith('copy');
});

it('still says whom to ask where the backend cannot explain access', async () => {
  show(() => {
    throw fetchError(501, {
      message: 'Not possible here.',
      attributes: { code: 'security.feature_unsupported' },
    });
  });
  expect(await screen.findByText(/^Ask an administrator, and say/)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy a request to fill in' })).toBeNull();
});

it('offers to try again after another failure', async () => {
  let asked = 0;
  const { user } = show(() => {
    if (asked++ === 0) throw fetchError(500, { message: 'It failed.' });
    return access([role('reader', [entry(['logs-*'])])]);
  });
  await user.click(await screen.findByRole('button', { name: 'Retry loading' }));
  expect(await rowOf(/^logs-\*/)).toBeDefined();
});
