/** The list of findings, and one finding with its prepared change. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { FindingBody, FindingsBody } from '@sd/contracts';
import { openFindings } from '../../../../../test/helpers/findings_app';
import {
  callsOf,
  fetchError,
  lastBody,
  type Routes,
  searchResponse,
} from '../../../security/public/mocks';
import { button, SEARCH_ROLES } from '../../../security/public/apps/admin/mocks';

jest.setTimeout(30_000);
const PATH = '/api/v1/findings';
const FILES = '/api/v1/configuration_files';

const NONE = { total: 0, hosts: [], people: [] };
const NO_IMPACT: Routes = {
  'POST /api/v1/access/impact': () => ({
    gains: NONE,
    loses: NONE,
    sees_other: { total: 0, names: [] },
    complete: true,
  }),
};
const USER_FORM: Routes = {
  [SEARCH_ROLES]: () => searchResponse([{ name: 'all_access', entity: {} }]),
};
const message = { id: 'none', values: {} };
const finding = (more: Partial<FindingBody> = {}): FindingBody => ({
  id: 'open-mapping:rolesmapping/writer',
  rule: 'open-mapping',
  group: 'too_much',
  severity: 'high',
  reason: 'Every new user gets it.',
  text: 'Role writer is open.',
  objects: [{ type: 'rolesmapping', name: 'writer' }],
  fix: 'Map those who need it.',
  messages: { reason: message, text: message, fix: message },
  since: Date.UTC(2026, 4, 3, 10),
  ...more,
});
const ACCEPTED = { by: 'jane', at: 1, until: Date.UTC(2027, 0, 1), reason: 'Known' };
const OTHER = finding({
  id: 'unassigned-role:roles/idle',
  rule: 'unassigned-role',
  group: 'unused',
  severity: 'low',
  text: 'Nobody has role idle.',
  objects: [{ type: 'roles', name: 'idle' }],
});
const bodyOf = (...findings: readonly FindingBody[]): FindingsBody => ({
  checked_at: 1,
  findings,
  total: findings.length,
  skipped: [],
  counts: { critical: 0, high: 1, medium: 0, low: 1, accepted: 0 },
});
const routes = (more: Routes = {}, ...findings: readonly FindingBody[]): Routes => ({
  [`GET ${PATH}`]: () => bodyOf(...findings),
  ...more,
});
const open = (path: string, given: Routes) =>
  openFindings(path, given, { features: { explain: true } });
const view = ({ id }: FindingBody) => `/findings/view/${encodeURIComponent(id)}`;

// @feature findings/1
it('lists findings by severity, filters them, and hides what is accepted', async () => {
  const { user, core } = await open(
    '/findings',
    routes({}, finding(), OTHER, finding({ id: 'x', text: 'Let be.', accepted: ACCEPTED }))
  );
  expect(
    await screen.findByRole('row', { name: /High Role writer is open\. Too much access/ })
  ).toBeInTheDocument();
  expect(screen.queryByText('Let be.')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Show accepted (1)' }));
  expect(screen.getByRole('row', { name: /Accepted Let be\./ })).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Severity'), 'Low');
  expect(screen.queryByText('Role writer is open.')).toBeNull();
  await user.type(screen.getByLabelText('Search findings'), 'writer');
  expect(screen.getByText('No findings match.')).toBeInTheDocument();
  const [, options] = callsOf(core.http.get).find(([path]) => path === PATH) ?? [];
  expect(options?.query).toEqual({ fresh: true });
});

it('says which objects were changed outside this console, in the list and on the page', async () => {
  const [role, mapping] = [
    { type: 'roles', name: 'writer', changed_outside: true },
    { type: 'rolesmapping', name: 'writer' },
  ] as const;
  const marked = finding({ objects: [mapping, role] });
  await open('/findings', routes({}, marked, OTHER));
  const row = await screen.findByRole('row', { name: /Role writer is open/ });
  expect(within(row).getByText('Changed outside this console')).toBeInTheDocument();
  expect(screen.getAllByText('Changed outside this console')).toHaveLength(1);
  cleanup();
  await open(view(marked), routes({}, marked, OTHER));
  const about = (await screen.findAllByRole('listitem')).filter((one) =>
    one.textContent.includes('writer')
  );
  expect(
    about.map((one) => within(one).queryByText('Changed outside this console') !== null)
  ).toEqual([false, true]);
});

describe('alike findings', () => {
  const idle = (n: number, more: Partial<FindingBody> = {}) =>
    finding({
      id: `unassigned-role:roles/role_${n}`,
      rule: 'unassigned-role',
      group: 'unused',
      severity: 'low',
      text: `No one has role_${n}.`,
      objects: [{ type: 'roles', name: `role_${n}` }],
      change: { roles: { [`role_${n}`]: null }, rolesmapping: { shared: null } },
      ...more,
    });
  const alike = [1, 2, 3].map((n) => idle(n));

  it('are one row with their number, which opens', async () => {
    const { user } = await open('/findings', routes({}, finding(), ...alike));
    const group = await screen.findByRole('button', { name: 'Roles that no one has (3)' });
    expect(screen.getByText('Role writer is open.')).toBeInTheDocument();
    expect(screen.queryByText('No one has role_2.')).toBeNull();
    await user.click(group);
    expect(group).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('link', { name: 'No one has role_2.' })).toBeInTheDocument();
  });

  it('are selected and accepted together', async () => {
    const { user, core } = await open(
      '/findings',
      routes({ [`POST ${PATH}/acceptances`]: () => ({}) }, finding(), ...alike)
    );
    await user.click(await screen.findByRole('checkbox', { name: /Roles that no one has/ }));
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.click(button('Roles that no one has (3)'));
    await user.click(screen.getByRole('checkbox', { name: /role_2/ }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.click(button('Accept until…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 2 findings' }));
    await user.type(dialog.getByLabelText('Reason'), 'Known');
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    expect(lastBody(core.http, `${PATH}/acceptances`)).toEqual({
      ids: ['unassigned-role:roles/role_1', 'unassigned-role:roles/role_3'],
      reason: 'Known',
      until: expect.any(Number),
    });
  });

  it('are fixed by one change, except those that change the same entry', async () => {
    const own = [1, 2, 3].map((n) =>
      idle(n, n < 3 ? { change: { roles: { [`role_${n}`]: null } } } : {})
    );
    const clash = idle(4);
    const { user, core } = await open(
      '/findings',
      routes(
        {
          [`POST ${FILES}/roles/_plan`]: () => ({
            same: 0,
            more: 0,
            total: 1,
            items: [{ name: 'role_1', action: 'delete', version: 'v1' }],
          }),
          [`POST ${FILES}/rolesmapping/_plan`]: () => ({ same: 0, more: 0, total: 0, items: [] }),
          ...NO_IMPACT,
          [`POST ${FILES}/_import`]: () => ({ is_done: true, is_whole: true, results: [] }),
        },
        ...own,
        clash
      )
    );
    await user.click(await screen.findByRole('checkbox', { name: /Roles that no one has/ }));
    await user.click(button('Fix…'));
    expect(await screen.findByRole('heading', { name: 'Fix 4 findings' })).toBeInTheDocument();
    expect(screen.getByText(/^1 finding shares an entry with another one/)).toBeInTheDocument();
    await waitFor(() =>
      expect(lastBody(core.http, `${FILES}/roles/_plan`)).toMatchObject({
        removed: ['role_1', 'role_2', 'role_3'],
      })
    );
    await user.click(await screen.findByRole('button', { name: 'Make this change' }));
    await waitFor(() => expect(screen.queryByText('4 selected')).toBeNull());
    const bodies = callsOf(core.http.post).map(([, options]) => String(options?.body));
    expect(bodies.some((body) => body.includes(`"finding":"${own[0]?.id}"`))).toBe(true);
  });

  it('have no button without a prepared change in common', async () => {
    const { change: _change, ...bare } = idle(3);
    const { user } = await open('/findings', routes({}, idle(1), idle(2), bare));
    await user.click(await screen.findByRole('checkbox', { name: /Roles that no one has/ }));
    await user.click(button('Fix…'));
    expect(
      await screen.findByText(/no prepared change that fixes all of these/)
    ).toBeInTheDocument();
  });
});

it('shows who breaks a guardrail and by which way', async () => {
  const broken = finding({
    id: 'broken-promise:guardrails/pay',
    rule: 'broken-promise',
    text: 'The guardrail pay is broken: joe should not have access.',
    objects: [{ type: 'guardrails', name: 'pay' }],
    affected: { total: 7, users: [{ name: 'joe', way: ['joe', 'payroll', 'pay-*'] }] },
  });
  await open(view(broken), routes({}, broken));
  expect(await screen.findByRole('row', { name: /^joe payroll → pay-\*/ })).toBeInTheDocument();
  expect(screen.getByText('And 6 more.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit guardrail pay' })).toBeInTheDocument();
});

it('prepares a second administrator for the only one', async () => {
  const only = finding({
    id: 'sole-administrator:internalusers/jane',
    rule: 'sole-administrator',
    objects: [
      { type: 'internalusers', name: 'jane' },
      { type: 'roles', name: 'chief' },
    ],
  });
  const { user } = await open(view(only), routes({ ...USER_FORM, ...NO_IMPACT }, only));
  await user.click(await screen.findByRole('link', { name: 'Create a second administrator' }));
  expect(await screen.findByRole('heading', { level: 1, name: /Create/ })).toBeInTheDocument();
  expect(await screen.findByText('chief')).toBeInTheDocument();
});

describe('a second factor of administrators', () => {
  const REQUIREMENT = '/api/v1/factor_requirement';
  const weak = finding({
    id: 'missing-second-factor:internalusers/joe',
    rule: 'missing-second-factor',
    objects: [
      { type: 'internalusers', name: 'joe' },
      { type: 'roles', name: 'chief' },
    ],
  });
  const requirement = (...roles: readonly string[]) => ({ roles, configured: [] });

  it('is required with one click, which keeps the roles that require it already', async () => {
    const { user, core } = await open(
      view(weak),
      routes(
        {
          [`GET ${REQUIREMENT}`]: () => requirement('finance'),
          [`PUT ${REQUIREMENT}`]: () => requirement('finance', 'chief'),
        },
        weak
      )
    );
    expect(screen.queryByRole('link', { name: /^Edit user/ })).toBeNull();
    expect(await screen.findByText(/^Open sessions continue\./)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Require it for chief' }));
    const bodies = () => callsOf(core.http.put).map(([, options]) => String(options?.body));
    await waitFor(() =>
      expect(bodies()).toEqual([
        JSON.stringify({ roles: ['finance', 'chief'], before: ['finance'] }),
      ])
    );
  });

  it('is required of all roles that several administrators have', async () => {
    const by = (name: string, role: string) =>
      finding({
        ...weak,
        id: `missing-second-factor:internalusers/${name}`,
        objects: [
          { type: 'internalusers', name },
          { type: 'roles', name: role },
        ],
      });
    const alike = [by('joe', 'chief'), by('jane', 'chief'), by('ann', 'boss')];
    const { user } = await open(
      '/findings',
      routes({ [`GET ${REQUIREMENT}`]: () => requirement() }, ...alike)
    );
    await user.click(await screen.findByRole('checkbox', { name: /Administrators without/ }));
    await user.click(button('Fix…'));
    const require = await screen.findByRole('button', { name: 'Require it for chief and boss' });
    expect(require).toBeEnabled();
  });

  it('is not asked for again', async () => {
    await open(view(weak), routes({ [`GET ${REQUIREMENT}`]: () => requirement('chief') }, weak));
    expect(
      await screen.findByText(/^Two-factor authentication is already required\./)
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Require it/ })).toBeNull();
  });
});

it('says that all is well, which rules did not run, and what they leave out', async () => {
  const skipped = [{ rule: 'old-password-hash', unreadable: ['hashes'] }];
  await open('/findings', {
    [`GET ${PATH}`]: () => ({ ...bodyOf(), skipped, not_considered: ['api_tokens'] }),
  });
  expect(await screen.findByText(/Nothing found/)).toBeInTheDocument();
  expect(screen.getByText(/^API tokens are turned on/)).toBeInTheDocument();
  expect(screen.getByText(/couldn't run.*Outdated password hashes/)).toBeInTheDocument();
});

it('makes a prepared change after showing what it does', async () => {
  const change = { rolesmapping: { writer: { users: [] } }, roles: { idle: null } };
  const run = jest.fn(() => ({ is_done: true, is_whole: true, results: [] }));
  const plan = (action: string, name: string) => () => ({
    same: 0,
    more: 0,
    total: 1,
    items: [{ name, action, version: 'v1', fields: ['users'] }],
  });
  const { user, core, services } = await open(
    view(finding()),
    routes(
      {
        [`POST ${FILES}/rolesmapping/_plan`]: plan('update', 'writer'),
        [`POST ${FILES}/roles/_plan`]: plan('delete', 'idle'),
        [`POST ${FILES}/_import`]: run,
        'POST /api/v1/access/impact': () => ({
          gains: { total: 0, hosts: [], people: [] },
          loses: {
            total: 1,
            hosts: [],
            people: [{ name: 'joe', roles: ['writer'], permissions: [] }],
          },
          sees_other: { total: 0, names: [] },
          complete: true,
        }),
      },
      finding({ change })
    )
  );
  expect(await screen.findByRole('heading', { name: 'Role writer is open.' })).toBeInTheDocument();
  expect(screen.getByText(/Every new user gets it/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Role mapping writer' })).toBeInTheDocument();
  const apply = await screen.findByRole('button', { name: 'Make this change' });
  expect(await screen.findByRole('row', { name: /joe.*writer/ })).toBeInTheDocument();
  expect(lastBody(core.http, `${FILES}/roles/_plan`)).toMatchObject({ removed: ['idle'] });
  await user.click(apply);
  await waitFor(() => expect(services.kit.services.history.location.pathname).toBe('/findings'));
  const sent = callsOf(core.http.post).filter(([path]) => path === `${FILES}/_import`);
  const bodies = sent.map(([, options]) => JSON.parse(String(options?.body)) as object);
  // The others are dry runs.
  expect(bodies.filter((body) => !('trial' in body))).toEqual([
    {
      finding: finding().id,
      changes: [
        { kind: 'roles', name: 'idle', action: 'delete', version: 'v1' },
        {
          kind: 'rolesmapping',
          name: 'writer',
          action: 'update',
          version: 'v1',
          entry: { users: [] },
        },
      ],
    },
  ]);
});

// @feature findings/3
it('offers ways to choose from, each with what it does, and the forms', async () => {
  const way = (name: string) => ({
    text: `Change ${name}.`,
    message,
    change: { rolesmapping: { [name]: { users: [] } } },
  });
  const none = { total: 0, hosts: [], people: [] };
  const { user, core } = await open(
    view(finding()),
    routes(
      {
        [`POST ${FILES}/rolesmapping/_plan`]: () => ({
          same: 0,
          more: 0,
          items: [{ name: 'any', action: 'update', version: 'v1' }],
        }),
        [`POST ${FILES}/_import`]: () => ({ is_done: true, is_whole: true, results: [] }),
        'POST /api/v1/access/impact': () => ({
          gains: none,
          loses: none,
          sees_other: { total: 0, names: [] },
          complete: true,
        }),
      },
      finding({ choices: [way('one'), way('other')] })
    )
  );
  expect(await screen.findByRole('radio', { name: 'Change one.' })).toBeChecked();
  expect(screen.getByRole('link', { name: 'Edit who has role writer' })).toBeInTheDocument();
  await screen.findByRole('button', { name: 'Make this change' });
  await user.click(screen.getByRole('radio', { name: 'Change other.' }));
  await waitFor(() =>
    expect(lastBody(core.http, `${FILES}/rolesmapping/_plan`)).toEqual({
      entries: { other: { users: [] } },
      prune: false,
    })
  );
  await user.click(await screen.findByRole('button', { name: 'Make this change' }));
  await waitFor(() => {
    const bodies = callsOf(core.http.post).map(([, options]) => String(options?.body));
    expect(bodies.some((body) => body.includes(`"finding":"${finding().id}"`))).toBe(true);
  });
});

it('leads to the forms where no change is prepared', async () => {
  const objects: FindingBody['objects'] = [
    { type: 'internalusers', name: 'kibanaro' },
    { type: 'rolesmapping', name: 'writer' },
  ];
  await open(view(finding()), routes({}, finding({ objects })));
  expect(await screen.findByRole('link', { name: 'Edit user kibanaro' })).toHaveAttribute(
    'href',
    '/app/security/users/edit/kibanaro'
  );
  expect(screen.getByRole('link', { name: 'Edit who has role writer' })).toHaveAttribute(
    'href',
    '/app/security/roles/edit/writer/mapuser'
  );
});

it('is accepted with a reason until a date, and not any more on request', async () => {
  let accepted: FindingBody['accepted'];
  const { user, core } = await open(view(OTHER), {
    [`GET ${PATH}`]: () => bodyOf({ ...OTHER, ...(accepted && { accepted }) }),
    [`PUT ${PATH}/${encodeURIComponent(OTHER.id)}/acceptance`]: () => {
      accepted = ACCEPTED;
      return {};
    },
    [`DELETE ${PATH}/${encodeURIComponent(OTHER.id)}/acceptance`]: () => {
      accepted = undefined;
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Accept until…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(dialog.getByText('Enter why this is acceptable.')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Reason'), 'Known');
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/By jane, until .*2027: Known/)).toBeInTheDocument();
  const [, options] = callsOf(core.http.put).at(-1) ?? [];
  expect(JSON.parse(String(options?.body))).toEqual({
    reason: 'Known',
    until: expect.any(Number),
  });
  await user.click(button('Withdraw acceptance'));
  expect(await screen.findByRole('button', { name: 'Accept until…' })).toBeInTheDocument();
});

it('says when a finding is gone', async () => {
  await open('/findings/view/gone', routes());
  expect(await screen.findByText('Nothing to fix here')).toBeInTheDocument();
});

it('keeps the typed reason when the server refuses', async () => {
  const { user } = await open(
    view(OTHER),
    routes(
      {
        [`PUT ${PATH}/${encodeURIComponent(OTHER.id)}/acceptance`]: () => {
          throw fetchError(503, { message: 'Try again later.' });
        },
      },
      OTHER
    )
  );
  await user.click(await screen.findByRole('button', { name: 'Accept until…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Known');
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(await dialog.findByText('Try again later.')).toBeInTheDocument();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Known');
});
