/** The list of guardrails, and the form of one. */
import { screen, waitFor, within } from '@testing-library/react';
import type { AffectedUsers, Guardrails } from '@sd/contracts';
import { allowConsole } from '../../../../../test/helpers/console_guard';
import { openFindings } from '../../../../../test/helpers/findings_app';
import {
  callsOf,
  fetchError,
  lastBody,
  type Routes,
  searchResponse,
} from '../../../security/public/mocks';
import {
  button,
  CONFIG,
  SEARCH_ROLES,
  SEARCH_USERS,
} from '../../../security/public/apps/admin/mocks';

jest.setTimeout(30_000);
const PATH = '/api/v1/guardrails';
const SALARIES = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };
const ADMINS = { rule: 'always', users: ['root', 'ann'], action: 'administer' };

const routes = (all: object, more: Routes = {}): Routes => ({
  [`GET ${PATH}`]: () => ({ ...(all as Guardrails), etag: '"v1"' }),
  ...checks({}),
  ...more,
});
const checks = (broken: Readonly<Record<string, AffectedUsers>>): Routes => ({
  [`POST ${PATH}/check`]: () => ({ broken }),
  [SEARCH_ROLES]: () => searchResponse([{ name: 'auditor', entity: {} }]),
  [SEARCH_USERS]: () => searchResponse([]),
});
const TEN: AffectedUsers = {
  total: 10,
  users: [
    { name: 'jdoe', way: ['jdoe', 'payroll', 'sal*'] },
    { name: 'staff', way: ['staff', 'payroll', 'sal*'] },
  ],
};
const sent = (put: Parameters<typeof callsOf>[0]) => {
  const [, options] = callsOf(put).at(-1) ?? [];
  return [JSON.parse(String(options?.body)), options?.headers] as const;
};

// @feature guardrails/2
it('lists guardrails as sentences, and deletes one of them after a question', async () => {
  const { user, core } = await openFindings(
    '/guardrails',
    routes({ salaries: SALARIES, admins: ADMINS }, { [`PUT ${PATH}`]: () => ({}) })
  );
  expect(
    await screen.findByText('Only backend role hr can read documents in salaries-*')
  ).toBeInTheDocument();
  expect(screen.getByText('root and ann can always administer security')).toBeInTheDocument();
  expect(await screen.findAllByText('Holds')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Actions for salaries' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete guardrail' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(callsOf(core.http.put)).toHaveLength(1));
  expect(sent(core.http.put)).toEqual([{ admins: ADMINS }, { 'if-match': '"v1"' }]);
});

it('names each missing field, and adds a guardrail beside the others', async () => {
  const { user, core } = await openFindings(
    '/guardrails/create',
    routes({ admins: ADMINS }, { [`PUT ${PATH}`]: () => ({}) })
  );
  await user.selectOptions(await screen.findByLabelText('Rule'), 'These people can never');
  await user.click(button('Add guardrail'));
  for (const problem of [
    'Enter a name.',
    'Enter an index name or pattern.',
    'Enter users, backend roles or roles.',
  ])
    expect((await screen.findAllByText(problem)).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText('Name'), 'auditors');
  await user.selectOptions(screen.getByLabelText('Access'), 'write documents');
  await user.type(screen.getByLabelText('Index name or pattern'), '*');
  await user.type(screen.getByRole('combobox', { name: 'Roles' }), 'auditor{Enter}');
  await user.click(button('Add guardrail'));
  await screen.findByRole('heading', { name: 'Guardrails' });
  expect(sent(core.http.put)).toEqual([
    {
      admins: ADMINS,
      auditors: { rule: 'never', action: 'write', roles: ['auditor'], index: '*' },
    },
    { 'if-match': '"v1"' },
  ]);
});

it('keeps what was typed when the name is taken or the server refuses', async () => {
  allowConsole(/A request failed/);
  const { user } = await openFindings(
    '/guardrails/create',
    routes(
      { admins: ADMINS },
      {
        [`PUT ${PATH}`]: () => {
          throw fetchError(409, { message: 'This change breaks it.' });
        },
      }
    )
  );
  await user.type(await screen.findByLabelText('Name'), 'admins');
  await user.selectOptions(screen.getByLabelText('Access'), 'administer security');
  await user.click(button('Add guardrail'));
  expect(
    (await screen.findAllByText('A guardrail with this name already exists.')).length
  ).toBeGreaterThan(0);
  await user.type(screen.getByLabelText('Name'), '2');
  await user.click(button('Add guardrail'));
  expect((await screen.findAllByText('This change breaks it.')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText('Name')).toHaveValue('admins2');
});

it('starts again with the version of another administrator', async () => {
  let isStale = false;
  const theirs = { ...SALARIES, backend_roles: ['hr', 'audit'] };
  const { user } = await openFindings('/guardrails/edit/salaries', {
    [`GET ${PATH}`]: () =>
      isStale ? { salaries: theirs, etag: '"v2"' } : { salaries: SALARIES, etag: '"v1"' },
    [`PUT ${PATH}`]: () => {
      isStale = true;
      throw fetchError(409, {
        message: 'The guardrails have changed.',
        attributes: { code: 'security.stale_guardrails' },
      });
    },
    ...checks({}),
  });
  await user.type(await screen.findByLabelText('Why'), 'Law');
  await user.click(button('Save changes'));
  await user.click(await screen.findByRole('button', { name: 'Discard mine' }));
  expect(await screen.findByText('audit')).toBeInTheDocument();
  expect(screen.getByLabelText('Why')).toHaveValue('');
});

it('shows which guardrails are broken, with a link to who breaks them', async () => {
  await openFindings(
    '/guardrails',
    routes({ salaries: SALARIES, admins: ADMINS }, checks({ salaries: TEN }))
  );
  const broken = await screen.findByRole('link', { name: 'Broken by 10' });
  expect(broken).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent('broken-promise:guardrails/salaries'))
  );
  expect(screen.getByText('Holds')).toBeInTheDocument();
});

it('says who breaks the sentence today, and asks before it is saved', async () => {
  const { user, core } = await openFindings(
    '/guardrails/create',
    routes({}, { ...checks({ preview: TEN, pay: TEN }), [`PUT ${PATH}`]: () => ({}) })
  );
  await user.type(await screen.findByLabelText('Name'), 'pay');
  await user.type(screen.getByLabelText('Index name or pattern'), 'pay-*');
  expect(await screen.findByText('No one can read documents in pay-*')).toBeInTheDocument();
  expect(
    await screen.findByText('10 others can today: jdoe, staff and 8 more.')
  ).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^jdoe payroll → sal\*/ })).toBeInTheDocument();
  expect(lastBody(core.http, `${PATH}/check`)).toEqual({
    preview: { rule: 'only', action: 'read', index: 'pay-*' },
  });
  core.overlays.openConfirm.mockResolvedValueOnce(false);
  await user.click(button('Add guardrail'));
  await waitFor(() => expect(core.overlays.openConfirm).toHaveBeenCalledTimes(1));
  expect(core.overlays.openConfirm).toHaveBeenCalledWith(
    expect.stringContaining('10 others can today'),
    expect.objectContaining({ confirmButtonText: 'Save anyway' })
  );
  expect(callsOf(core.http.put)).toHaveLength(0);
  core.overlays.openConfirm.mockResolvedValueOnce(true);
  await user.click(button('Add guardrail'));
  await screen.findByRole('heading', { name: 'Guardrails' });
  expect(callsOf(core.http.put)).toHaveLength(1);
});

it('a save that a guardrail refuses leads to the guardrail and to the role', async () => {
  allowConsole(/A request failed/);
  const { user } = await openFindings('/roles/edit/payroll/mapuser', {
    [`GET ${CONFIG}/roles/payroll`]: () => ({ etag: '"v1"' }),
    [`GET ${CONFIG}/rolesmapping/payroll`]: () => ({ users: [], etag: '"v1"' }),
    [`POST ${CONFIG}/rolesmapping/payroll`]: () => {
      throw fetchError(409, {
        message: "This change breaks the guardrail 'salaries'.",
        attributes: { code: 'x', guardrail: 'salaries', role: 'payroll' },
      });
    },
    ...checks({}),
  });
  await user.click(await screen.findByRole('button', { name: 'Map' }));
  expect(await screen.findByRole('link', { name: 'Open guardrail salaries' })).toHaveAttribute(
    'href',
    expect.stringContaining('/guardrails/edit/salaries')
  );
  expect(screen.getByRole('link', { name: 'Open role payroll' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('says that a guardrail does not exist', async () => {
  await openFindings('/guardrails/edit/gone', routes({ admins: ADMINS }));
  expect(await screen.findByText('Guardrail not found')).toBeInTheDocument();
});

it('is not there on a cluster', async () => {
  await openFindings('/guardrails', {}, { features: { guardrails: false } });
  expect(await screen.findByText('A cluster has no guardrails.')).toBeInTheDocument();
});

it.each([
  ['no actions to those who may only read them', { CONFIG: ['POST', 'PUT', 'PATCH', 'DELETE'] }, 0],
  ['all actions to others', {}, 1],
])('offers %s', async (_title, disabled, count) => {
  await openFindings('/guardrails', {
    'GET /api/v1/restapiinfo': () => ({ has_api_access: true, disabled_endpoints: disabled }),
    'GET /api/v1/guardrails': () => ({ pay: { rule: 'never', action: 'read', index: 'p' } }),
    'POST /api/v1/guardrails/check': () => ({ broken: {} }),
  });
  expect(await screen.findByRole('button', { name: 'Actions for pay' })).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Add guardrail' })).toHaveLength(count);
  expect(screen.queryAllByRole('link', { name: 'pay' })).toHaveLength(count);
});
