/** Tests of the user page: effective permissions and roles. */
import { screen, waitFor, within } from '@testing-library/react';
import { fetchError, lastBody, searchResponse } from '../../../mocks';
import { button, CONFIG, notFound, openAdmin, SEARCH_ROLES } from '../mocks';
import { effectiveRole, entry, effective, ROLES, user, routes } from './mocks';

jest.setTimeout(30_000);

const rowOf = (name: RegExp) => screen.getByRole('row', { name });

it('shows restricted index patterns first and folds system patterns', async () => {
  const role = effectiveRole('reader', {
    index: [
      entry(['.kibana*', '.tasks', 'a-first'], ['read']),
      { ...entry(['z-last'], ['read']), dls: '{"match_all":{}}' },
    ],
  });
  const { user: person } = await openAdmin('/users/view/joe', routes(user(), [role]));
  const table = await screen.findByRole('table', { name: /Index permissions of joe/ });
  const patterns = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(patterns()).toEqual([
    expect.stringContaining('z-last'),
    expect.stringContaining('a-first'),
  ]);
  await person.click(button('2 system patterns'));
  expect(patterns()).toHaveLength(4);
});

describe('permissions of a user', () => {
  it('are merged over roles, with the roles that grant and restrict them', async () => {
    await openAdmin('/users/view/joe', routes());
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('joe');
    expect(rowOf(/^reader/)).toHaveTextContent('Backend role staff (pattern st*)');
    expect(rowOf(/^writer/)).toHaveTextContent('Mapped by name');
    const indices = await screen.findByRole('table', { name: /Index permissions of joe/ });
    const logs = within(indices).getByRole('row', { name: /^logs-\*/ });
    expect(logs).toHaveTextContent('read (reader, writer), write (writer)');
    expect(logs).toHaveTextContent('Documents: query (reader), Hidden fields: secret (reader)');
    expect(within(indices).getByRole('row', { name: /^own/ })).not.toHaveTextContent('reader');
    const cluster = await screen.findByRole('table', { name: /Cluster permissions of joe/ });
    expect(within(cluster).getByRole('row', { name: /^cluster/ })).toHaveTextContent(
      'reader, writer'
    );
    const tenants = await screen.findByRole('table', { name: /Tenants of joe/ });
    expect(within(tenants).getByRole('row', { name: /^finance/ })).toHaveTextContent('Read only');
    expect(within(tenants).getByRole('row', { name: /^Private/ })).toHaveTextContent(
      'Read and write'
    );
  });

  const loggedInAt = Date.UTC(2026, 4, 3, 10, 30);
  it.each([
    [
      {
        at: loggedInAt,
        method: 'basicauth',
        remote_address: '192.0.2.7',
        browser: '',
        system: 'Linux',
      },
      /^May 3, 2026.*, Username and password, Linux, 192\.0\.2\.7$/,
    ],
    [null, /^None in the last year$/],
  ])('follow the last login, %p, and the open sessions', async (last_sign_in, text) => {
    await openAdmin('/users/view/joe', {
      ...routes(),
      'GET /api/v1/sessions/joe': () => ({
        total: 2,
        page: 1,
        per_page: 1,
        items: [],
        last_sign_in,
      }),
    });
    expect(await screen.findByRole('link', { name: '2 sessions' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/users\/view\/joe\/sessions$/)
    );
    expect(screen.getByText('Last login').nextElementSibling).toHaveTextContent(text);
  });

  it('expand to the effective restrictions with warnings', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      'POST /api/v1/access/explain': () => ({
        restrictions: [
          {
            index: 'logs-*',
            documents: {
              mode: 'some',
              queries: ['{"term":{"secret":1}}'],
              blind_fields: ['secret'],
            },
            fields: { mode: 'exclude', fields: ['secret'] },
            masking: { mode: 'none', fields: [] },
            sources: [
              { role: 'reader', entry: 1, fls: [], masked_fields: [], displaced: ['dls'] },
              { role: 'reader', entry: 2, fls: [], masked_fields: [] },
            ],
          },
        ],
      }),
    });
    await user.click(button('Preview data in logs-*'));
    const visible = await screen.findByRole('group', { name: 'Visible data in logs-*' });
    expect(lastBody(core.http, '/api/v1/access/explain')).toEqual({
      user: 'joe',
      action: 'indices:data/read/search',
      index: ['logs-*'],
    });
    expect(visible).toHaveTextContent('Only documents that match one of these queries:');
    expect(visible).toHaveTextContent('All fields except secret');
    expect(visible).toHaveTextContent("The query uses secret, which this user can't see");
    expect(visible).toHaveTextContent(
      'Index permission 2 of reader has no effect here (its document query)'
    );
  });

  it('show that the user has no role', async () => {
    await openAdmin('/users/view/joe', routes(user(), []));
    expect(await screen.findByText(/This user has no role/)).toBeInTheDocument();
  });
  it('show that the user does not exist', async () => {
    await openAdmin('/users/view/joe', { [`GET ${CONFIG}/internalusers/joe`]: notFound });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument();
  });
  it('explain that the backend does not report them and send no request', async () => {
    await openAdmin(
      '/users/view/joe',
      { [`GET ${CONFIG}/internalusers/joe`]: () => user() },
      { features: { effectivePermissions: false } }
    );
    expect(await screen.findByText(/can't show what a user can do/)).toBeInTheDocument();
  });
  it('default to the history tab where they are not reported', async () => {
    await openAdmin(
      '/users/view/joe/history',
      { [`GET ${CONFIG}/internalusers/joe`]: () => user() },
      { features: { effectivePermissions: false, history: false } }
    );
    expect(await screen.findByRole('tab', { name: 'History' })).toHaveAttribute(
      'aria-selected',
      'true'
    );
    expect(screen.queryByRole('tab', { name: /Roles/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/can't show what a user can do/)).not.toBeInTheDocument();
  });
  it('show the error and retry on demand', async () => {
    let isBroken = true;
    const { user: user } = await openAdmin('/users/view/joe', {
      ...routes(),
      'GET /api/v1/access/effective': () => {
        if (isBroken) throw fetchError(500, { message: 'The engine is away.' });
        return effective(ROLES);
      },
    });
    expect(await screen.findByText('The engine is away.')).toBeInTheDocument();
    isBroken = false;
    await user.click(button('Retry loading'));
    expect(await screen.findByRole('table', { name: /Tenants of joe/ })).toBeInTheDocument();
  });
});

describe('roles of a user', () => {
  it('are added by name one by one, and failed ones stay selected', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe/roles', {
      ...routes(),
      [SEARCH_ROLES]: () =>
        searchResponse([
          { name: 'locked', entity: {} },
          { name: 'ops', entity: {} },
        ]),
      [`GET ${CONFIG}/rolesmapping/locked`]: () => ({ etag: '"1"', users: [] }),
      [`POST ${CONFIG}/rolesmapping/locked`]: () => {
        throw fetchError(403, { message: 'Resource is reserved.' });
      },
      [`GET ${CONFIG}/rolesmapping/ops`]: () => ({ etag: '"2"', users: ['ann'], hosts: ['h'] }),
      [`POST ${CONFIG}/rolesmapping/ops`]: () => ({ message: 'ok' }),
    });
    await user.click(button('Give roles'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Give roles to joe' });
    const pick = within(dialog).getByRole('combobox', { name: 'Roles' });
    for (const name of ['locked', 'ops']) {
      await user.click(pick);
      await user.click(await screen.findByRole('option', { name }));
    }
    await user.click(within(dialog).getByRole('button', { name: 'Give roles' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'locked: Resource is reserved.'
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toEqual({
      users: ['ann', 'joe'],
      hosts: ['h'],
    });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: '1 role given to joe.',
    });
  });

  it('are removed if they belong to the user only; shared ones are not offered', async () => {
    const direct = effectiveRole('direct', { origins: [{ via: 'direct' }] });
    const { user: subject, core } = await openAdmin('/users/view/joe/roles', {
      ...routes(user({ opendistro_security_roles: ['direct', 'other'] }), [...ROLES, direct]),
      [`GET ${CONFIG}/rolesmapping/writer`]: () => ({ etag: '"3"', users: ['joe', 'ann'] }),
      [`POST ${CONFIG}/rolesmapping/writer`]: () => ({ message: 'ok' }),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
    });
    expect(
      screen.getByRole('checkbox', { name: 'reader comes from a mapping shared with others' })
    ).toBeDisabled();
    await subject.click(screen.getByRole('checkbox', { name: 'Select writer' }));
    await subject.click(screen.getByRole('checkbox', { name: 'Select direct' }));
    await subject.click(button('Remove roles'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove roles' });
    await subject.click(within(dialog).getByRole('button', { name: 'Remove roles' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
        title: '2 roles removed from joe.',
      })
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/writer`)).toEqual({ users: ['ann'] });
    expect(lastBody(core.http, `${CONFIG}/internalusers/joe`)).toMatchObject({
      opendistro_security_roles: ['other'],
      attributes: { dep: 'sales' },
    });
  });
});
