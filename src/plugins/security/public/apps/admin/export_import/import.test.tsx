/** Tests of the configuration import. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import type { ImportRequest } from '@sd/contracts';
import { callsOf, type Routes, type ScreenMock } from '../../../mocks';
import { button, openAdmin } from '../mocks';

jest.setTimeout(30_000);

const PLAN_TENANTS = 'POST /api/v1/configuration_files/tenants/_plan';
const PLAN_MAPPINGS = 'POST /api/v1/configuration_files/rolesmapping/_plan';
const RUN = 'POST /api/v1/configuration_files/_import';
const TENANTS = '_meta: {type: tenants, config_version: 2}\nnorth: {description: New}\nold:\n';
const tenantPlan = {
  items: [
    { name: 'gone', action: 'delete', version: '"3"', before: { description: 'Gone' } },
    {
      name: 'north',
      action: 'update',
      version: '"2"',
      before: { description: 'Old' },
      after: { description: 'New' },
    },
  ],
  same: 1,
  more: 0,
};
const result = (kind: string, name: string, error?: string) => ({
  kind,
  name,
  is_done: error === undefined,
  ...(error !== undefined && { message: error }),
});
const routes = (run: (request: ImportRequest) => object): Routes => ({
  [PLAN_TENANTS]: () => tenantPlan,
  [RUN]: (options) => run(JSON.parse(String(options?.body))),
});
const all = (request: ImportRequest, more: object = {}) => ({
  is_done: request.trial !== true,
  is_whole: true,
  results: request.changes.map(({ kind, name }) => result(kind, name)),
  ...more,
});
const paste = (text: string) =>
  fireEvent.change(screen.getByLabelText('Or paste a file'), { target: { value: text } });
const showPlan = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(button('Preview changes'));
  return screen.findByRole('region', { name: 'Planned changes' });
};
const sent = ({ http }: ScreenMock['core'], route: string) =>
  callsOf(http.post)
    .filter(([path]) => `POST ${path}` === route)
    .map(([, { body }]) => JSON.parse(String(body)));

// jsdom files have no readable content.
const FILE = {
  text() {
    return read(this as unknown as Blob, 'readAsText');
  },
  arrayBuffer() {
    return read(this as unknown as Blob, 'readAsArrayBuffer');
  },
};
const read = (blob: Blob, by: 'readAsText' | 'readAsArrayBuffer') =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader[by](blob);
  });
beforeAll(() => void Object.assign(File.prototype, FILE));

it('configuration import shows changes by field and imports the selection', async () => {
  const { user, core } = await openAdmin('/configuration', routes(all));
  paste(TENANTS);
  const plan = await showPlan(user);
  expect(sent(core, PLAN_TENANTS)).toEqual([
    { entries: { north: { description: 'New' }, old: null }, prune: false },
  ]);
  expect(plan).toHaveTextContent('1 to change, 1 to delete, and 1 unchanged.');
  await user.click(within(plan).getByRole('button', { name: 'Fields of north' }));
  expect(screen.getByRole('row', { name: /^description.*Old.*New/ })).toBeVisible();
  await user.click(within(plan).getByRole('checkbox', { name: 'Include Tenant gone' }));
  await user.click(button('Import 1 entry'));
  await waitFor(() =>
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: '1 entry imported.',
    })
  );
  expect(sent(core, RUN).at(-1)).toEqual({
    changes: [
      {
        kind: 'tenants',
        name: 'north',
        action: 'update',
        version: '"2"',
        entry: { description: 'New' },
      },
    ],
  });
  expect(screen.queryByRole('region', { name: 'Planned changes' })).toBeNull();
});

it('configuration import offers guardrails one by one', async () => {
  const promise = { rule: 'never', users: ['auditor'], action: 'write', index: '*' };
  const { user, core } = await openAdmin('/configuration', {
    ...routes(all),
    'POST /api/v1/configuration_files/guardrails/_plan': () => ({
      items: [
        { name: 'auditor', action: 'create', after: promise },
        { name: 'old', action: 'delete', version: '"7"', before: promise },
      ],
      same: 0,
      more: 0,
    }),
  });
  paste(`_meta: {type: guardrails, config_version: 2}\nauditor: ${JSON.stringify(promise)}\n`);
  const plan = await showPlan(user);
  await user.click(within(plan).getByRole('checkbox', { name: 'Include Guardrails old' }));
  await user.click(button('Import 1 entry'));
  await waitFor(() => expect(sent(core, RUN)).toHaveLength(2));
  const change = { kind: 'guardrails', name: 'auditor', action: 'create' };
  expect(sent(core, RUN).at(-1)).toEqual({ changes: [{ ...change, entry: promise }] });
});

it('configuration import deselects rejected entries and shows role changes', async () => {
  const mapping = (before: string[], after: string[]) => ({
    before: { users: before },
    after: { users: after },
  });
  const { user } = await openAdmin('/configuration', {
    [PLAN_MAPPINGS]: () => ({
      items: [
        { name: 'reader', action: 'update', ...mapping(['jane'], ['jo']) },
        { name: 'none', action: 'create', after: { users: ['x'] } },
      ],
      same: 0,
      more: 0,
    }),
    ...routes((request) =>
      all(request, {
        results: [
          result('rolesmapping', 'reader'),
          result('rolesmapping', 'none', "role 'none' not found."),
        ],
      })
    ),
  });
  paste('_meta: {type: rolesmapping}\nreader: {users: [jo]}\nnone: {users: [x]}\n');
  const plan = await showPlan(user);
  expect(plan).toHaveTextContent("Refused: role 'none' not found.");
  expect(screen.getByRole('checkbox', { name: 'Include Role mapping none' })).not.toBeChecked();
  expect(plan).toHaveTextContent('reader: gained by jo; lost by jane, unless granted another way');
  expect(button('Import 1 entry')).toBeEnabled();
});

it('configuration import keeps the plan on a version conflict and names the entry', async () => {
  const { user } = await openAdmin(
    '/configuration',
    routes((request) =>
      request.trial
        ? all(request)
        : all(request, {
            is_done: false,
            results: [result('tenants', 'gone'), result('tenants', 'north', 'Changed meanwhile.')],
          })
    )
  );
  paste(TENANTS);
  const plan = await showPlan(user);
  await user.click(button('Import 2 entries'));
  expect(await within(plan).findByRole('alert')).toHaveTextContent('Nothing was changed.');
  expect(plan).toHaveTextContent('Refused: Changed meanwhile.');
  expect(screen.getByRole('checkbox', { name: 'Include Tenant gone' })).toBeChecked();
});

it('configuration import reports each entry of a backend with sequential changes', async () => {
  const { user } = await openAdmin(
    '/configuration',
    routes((request) => ({
      is_done: false,
      is_whole: false,
      results: request.trial
        ? []
        : [result('tenants', 'gone'), result('tenants', 'north', 'Not today.')],
    }))
  );
  paste(TENANTS);
  const plan = await showPlan(user);
  expect(plan).toHaveTextContent('changed one by one');
  await user.click(button('Import 2 entries'));
  expect(await within(plan).findByRole('alert')).toHaveTextContent(
    'Some entries were not changed.'
  );
  expect(within(plan).getByRole('row', { name: /gone/ })).toHaveTextContent('Done');
  expect(button('Import 1 entry')).toBeEnabled();
});

it('configuration import reads archives and explains why other files are rejected', async () => {
  const { user, core } = await openAdmin('/configuration', routes(all));
  const archive = zipSync({ 'tenants.yml': strToU8('north: {description: New}\n') });
  const file = new File([archive as BlobPart], 'security_configuration.zip');
  const picker = screen.getByLabelText('Files');
  await user.upload(picker, file);
  await showPlan(user);
  expect(sent(core, PLAN_TENANTS)[0].entries).toEqual({ north: { description: 'New' } });
  for (const [text, problem] of [
    ['a: {}', /Unknown file/],
    ['_meta: {type: config}\nconfig: {}', /Unknown file/],
    ['_meta: {type: roles}\na: 1', /a: Expected a map of names/],
    ['_meta: {type: roles}\na: {}\na: {}', /unique/],
    [
      '_meta: {type: internalusers}\na: {hash: "${env.HASH}"}',
      /a: It contains an environment variable/,
    ],
  ] as const) {
    paste(text);
    await user.click(button('Preview changes'));
    expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  }
  expect(sent(core, PLAN_TENANTS)).toHaveLength(1);
});

it('configuration import reads values and Secrets like a cluster, and shows what has no effect', async () => {
  const { core, user } = await openAdmin('/configuration', {
    ...routes(() => ({
      is_done: false,
      is_whole: true,
      results: [
        {
          ...result('tenants', 'north'),
          warnings: [
            { kind: 'missing_role', name: 'gone' },
            { kind: 'flag', name: 'reserved' },
          ],
        },
      ],
    })),
  });
  const tenants = btoa(
    'north: {description: 012345678901}\n12345678901234567890: {description: 1e3}\n'
  );
  paste(
    `apiVersion: v1\nkind: Secret\ndata:\n  tenants.yml: ${tenants}\n---\napiVersion: v1\nkind: Namespace\n`
  );
  const plan = await showPlan(user);
  expect(sent(core, PLAN_TENANTS)[0].entries).toEqual({
    north: { description: '012345678901' },
    '12345678901234567890': { description: '1000.0' },
  });
  expect(within(plan).getByText(/^The role gone doesn't exist/)).toBeVisible();
  expect(within(plan).getByText(/^The flag reserved stays as it is/)).toBeVisible();
  for (const [text, words] of [
    ['a: {}\na: {}\n', /Map keys must be unique.*line 2/],
    ['a: &x\n  b: *x\n', /inside the value.*line 2/],
    ['_meta: {type: tenants}\n---\n_meta: {type: roles}\na: [\n', /line 5/],
    ['roles:\n  cluster: [x]\n  {{ y }}\n', /template of Helm/],
  ] as const) {
    paste(text);
    await user.click(button('Preview changes'));
    expect(await screen.findByText(words)).toBeVisible();
  }
});

it('configuration import accepts escaped text that looks like a variable', async () => {
  const { user, core } = await openAdmin('/configuration', routes(all));
  paste('_meta: {type: tenants}\nnorth: {description: "\\u0024{env.HOME}"}');
  await showPlan(user);
  expect(sent(core, PLAN_TENANTS)[0].entries).toEqual({ north: { description: '${env.HOME}' } });
});

it('configuration import says what is unknown and not tried after the cluster was lost', async () => {
  const lost = { code: 'core.backend.cluster_change_lost', state: 'unknown' };
  const left = { code: 'core.backend.not_tried', state: 'not_tried' };
  const { user } = await openAdmin(
    '/configuration',
    routes((request) => ({
      is_done: false,
      is_whole: false,
      results: request.trial
        ? []
        : [
            { ...result('tenants', 'gone', 'Lost.'), ...lost },
            { ...result('tenants', 'north', 'Left.'), ...left },
          ],
    }))
  );
  paste(TENANTS);
  const plan = await showPlan(user);
  await user.click(button('Import 2 entries'));
  await within(plan).findByRole('alert');
  expect(within(plan).getByRole('row', { name: /gone/ })).toHaveTextContent(/Unknown: /);
  expect(within(plan).getByRole('row', { name: /north/ })).not.toHaveTextContent(/Refused|Unknown/);
});
