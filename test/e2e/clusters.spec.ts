/**
 * Two clusters, from the first connection to a promotion that is taken back, as in
 * docs/guide/clusters.md. Two servers on embedded engines stand for the clusters; real ones are in
 * test/cluster/two_clusters.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import { clusterOf, FAKE_PASSWORD, FAKE_ROLE, FakeCluster, json } from '../helpers/fake_cluster';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

let home: TestServer;
let stage: TestServer;
let shop: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const rights = [
    '--engine.restapi.roles_enabled=["all_access","partial"]',
    '--engine.restapi.endpoints_disabled.partial.ROLES=["GET","PUT","POST","DELETE","PATCH"]',
  ];
  [home, stage, shop, browser] = await Promise.all([
    startServer({ args: rights }),
    startServer(),
    startServer(),
    launchChromium(),
  ]);
  const admin = await stage.adminClient();
  const entries = {
    'actiongroups/sales_look': { allowed_actions: ['read'], type: 'index' },
    'roles/sales_reader': {
      index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['sales_look'] }],
    },
  };
  for (const [name, entry] of Object.entries(entries))
    await admin.post(`/api/v1/configuration/${name}`, entry);
  ({ page } = await openLoggedIn(browser, home.url, ADMIN));
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([home, stage, shop].map((server) => server?.stop()));
});

async function connect(name: string, url: string, environment: string): Promise<void> {
  await page.getByRole('link', { name: 'Add cluster' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Addresses').fill(url);
  await page.getByRole('button', { name: /^More settings/ }).click();
  await page.getByLabel('Environment', { exact: true }).selectOption(environment);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/^Connected as admin/).waitFor();
  await page.getByRole('button', { name: 'Add cluster' }).click();
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByText('Connected', { exact: true })
    .waitFor();
}

it('connects two clusters, compares them, promotes a role, and takes it back', async () => {
  const onHome = await home.adminClient();
  const role = () => onHome.get('/api/v1/configuration/roles/sales_reader');
  await page.goto('/app/security/clusters');
  await connect('Stage', stage.url, 'staging');
  await connect('Shop', shop.url, 'production');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Compare clusters' }).click();
  await page.getByLabel('Left').selectOption({ label: 'Stage' });
  await page.getByLabel('Right').selectOption({ label: 'Shop' });
  await page.getByLabel('Search entries').fill('sales_reader');
  const row = page.getByRole('row', { name: /sales_reader Role Only in Stage/ });
  await row.waitFor();
  await page.getByLabel('Right').selectOption({ label: 'This installation' });
  // The search stays.
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Promote to This installation/ }).click();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.getByRole('button', { name: /^Promote \d/ }).click();
  await page.getByText(/promoted to This installation/).waitFor();
  expect((await role()).status).toBe(200);

  await page.getByRole('link', { name: 'Open the change history' }).click();
  // One row for both entries.
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Revert all 2 changes…' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revert all 2 changes…' }).click();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await page.getByText('2 changes reverted.').waitFor();
  expect((await role()).status).toBe(404);

  await keepsWhatIsTypedForStage(await stage.adminClient());

  await page.goto('/app/security/clusters');
  await page.getByRole('button', { name: 'Actions for Stage' }).click();
  await page.getByRole('menuitem', { name: 'Remove connection' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('row', { name: /^Stage/ }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Cluster', { exact: true }).textContent()).not.toContain('Stage');
});

/** A guardrail of a connected cluster, with a reload at every step. */
async function keepsWhatIsTypedForStage(
  onStage: Awaited<ReturnType<TestServer['adminClient']>>
): Promise<void> {
  const restored = page.getByText('We restored your unsaved entries.');
  const name = page.getByLabel('Name', { exact: true });
  await page.goto('/app/security/guardrails?cluster=stage');
  await page.getByRole('link', { name: 'Add guardrail' }).first().click();
  await name.fill('sales-stay');
  await page.reload();
  await restored.waitFor();
  expect(await name.inputValue()).toBe('sales-stay');
  await page.getByLabel('Index name or pattern').fill('sales-*');
  // The form of this installation is another one.
  await page.goto('/app/security/guardrails/create');
  await page.getByRole('heading', { level: 1, name: 'Add guardrail' }).waitFor();
  expect(await name.inputValue()).toBe('');
  await page.goto('/app/security/guardrails/create?cluster=stage');
  await restored.waitFor();
  await page.getByText(/others? can today/).waitFor();
  await page.getByRole('button', { name: 'Add guardrail' }).click();
  await page.getByRole('button', { name: /anyway/ }).click();
  await page.getByRole('row', { name: /sales-stay/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /sales-stay/ }).waitFor();
  const stored = await onStage.get('/api/v1/guardrails');
  expect(JSON.stringify(stored.body)).not.toContain('sales-stay');
}

describe('a cluster that does what is not modelled', () => {
  const REASONS = [
    'The cluster evaluates permissions with “v4”. This result follows the “legacy” rules.',
    'API tokens are turned on. They have their own permissions, and no document or field restrictions apply to them.',
    'The cluster is newer than the releases this version was tested with.',
  ];
  const MARKS = { reserved: false, hidden: false, static: false };
  const ENTRIES = {
    roles: {
      reader: {
        ...FAKE_ROLE,
        index_permissions: [
          {
            index_patterns: ['logs'],
            dls: '',
            fls: [],
            masked_fields: [],
            allowed_actions: ['indices:data/read/*'],
          },
        ],
      },
    },
    rolesmapping: {
      reader: { ...MARKS, users: ['jane'], hosts: [], backend_roles: [], and_backend_roles: [] },
    },
    internalusers: {
      jane: {
        ...MARKS,
        hash: '',
        backend_roles: [],
        attributes: {},
        opendistro_security_roles: [],
      },
    },
  };
  let odd: FakeCluster;
  let plain: FakeCluster;

  beforeAll(async () => {
    const entries = () => structuredClone(ENTRIES);
    const unmodelled = clusterOf(entries(), {
      release: '99.0.0',
      dynamic: { privileges_evaluation_type: 'v4', api_tokens: { enabled: true } },
    });
    const clusters = [unmodelled, clusterOf(entries())].map((respond) =>
      FakeCluster.start((request, response) => {
        const path = request.url ?? '';
        if (path.startsWith('/_resolve/index/'))
          return json(response, 200, { indices: [], aliases: [], data_streams: [] });
        if (path.includes('/_search'))
          return json(response, 200, {
            timed_out: false,
            _shards: { failed: 0 },
            hits: { total: { value: 0, relation: 'eq' }, hits: [] },
          });
        return respond(request, response);
      })
    ) as [Promise<FakeCluster>, Promise<FakeCluster>];
    [odd, plain] = await Promise.all(clusters);
    const admin = await home.adminClient();
    for (const [id, { url }] of Object.entries({ odd, plain })) {
      const body = { name: id, hosts: [url], username: 'root', password: FAKE_PASSWORD };
      const added = await admin.post(`/api/v1/clusters/${id}`, { ...body, credentials: 'service' });
      if (added.status !== 200) throw new Error(`${id} answered ${added.status}: ${added.text}`);
    }
  });
  afterAll(() => {
    odd?.close();
    plain?.close();
  });

  /** What a page of this cluster says in its notes about decisions. */
  const notes = async (region?: string) => {
    const found = (region === undefined ? page : page.getByRole('region', { name: region }))
      .locator('.euiCallOut')
      .filter({ hasText: 'The cluster can decide differently' })
      .getByRole('listitem');
    return found.allInnerTexts();
  };
  const open = (path: string, id: string) =>
    page.goto(`/app/security${path}${path.includes('?') ? '&' : '?'}cluster=${id}`);

  // Each opens where access is explained, and waits for the explanation.
  const PLACES: ReadonlyArray<
    readonly [what: string, show: (id: string) => Promise<void>, region?: string]
  > = [
    [
      'the explorer',
      async (id) => {
        await open('/explorer?user=jane&action=indices:data/read/search&index=logs', id);
        await page.getByRole('heading', { name: /^Roles \(\d+\)/ }).waitFor();
      },
    ],
    [
      'the matrix',
      async (id) => {
        await open('/explorer/matrix?action=indices:data/read/search&index=logs', id);
        await page.getByRole('link', { name: /^Allowed: jane/ }).waitFor();
      },
    ],
    [
      'the permissions of a user',
      async (id) => {
        await open('/users/view/jane', id);
        await page.getByRole('tab', { name: 'Permissions' }).click();
        await page.getByText('logs').first().waitFor();
      },
    ],
    [
      'the impact of a change, before it is saved',
      async (id) => {
        await open('/roles/edit/reader', id);
        await page.getByRole('combobox', { name: 'Cluster permissions' }).fill('my:own');
        await page.keyboard.press('Enter');
        await page.getByRole('table', { name: /Impact/ }).waitFor();
      },
    ],
    [
      'the preview of documents',
      async (id) => {
        await open('/roles/edit/reader', id);
        await page.getByRole('button', { name: 'Restrict documents or fields' }).click();
        await page.getByLabel('Document level security').fill('{"match_all":{}}');
        await page.getByRole('button', { name: 'Preview documents' }).click();
        await page.getByRole('region', { name: 'Preview' }).waitFor();
      },
      // The impact beside the form says so, too.
      'Preview',
    ],
    [
      'the findings',
      async (id) => {
        await open('/findings', id);
        await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
        await page.getByRole('button', { name: 'Check again' }).waitFor();
        await page.getByRole('main').getByRole('table').first().waitFor();
      },
    ],
  ];

  it.each(PLACES.map((place) => [place[0], place] as const))(
    'says so in %s, and a cluster that is modelled does not',
    async (_what, [, show, region]) => {
      await show('odd');
      expect(await notes(region)).toEqual(REASONS);
      await show('plain');
      expect(await notes(region)).toEqual([]);
    }
  );
});

describe('an administrator who may not read roles here', () => {
  const WHO = { username: 'spec.partial', password: 'Fjord-lantern-42-Quilt' } as const;
  let elsewhere: FakeCluster;
  let own: Page;

  beforeAll(async () => {
    elsewhere = await FakeCluster.start();
    const admin = await home.adminClient();
    for (const [path, body] of [
      ['configuration/roles/partial', { cluster_permissions: [] }],
      [`configuration/internalusers/${WHO.username}`, { password: WHO.password }],
      ['configuration/rolesmapping/partial', { users: [WHO.username] }],
      ['clusters/own', { name: 'own', hosts: [elsewhere.url], credentials: 'session' }],
    ] as const) {
      const { status, text } = await admin.post(`/api/v1/${path}`, body);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    }
    ({ page: own } = await openLoggedIn(browser, home.url, WHO));
  });
  afterAll(() => elsewhere?.close());

  const options = async (typed: string) => {
    await own.keyboard.press('Control+k');
    const palette = own.getByRole('dialog', { name: 'Go to' });
    await palette.getByRole('combobox').fill(typed);
    await own.waitForLoadState('networkidle');
    await palette.getByRole('option').or(palette.getByText('No matches')).first().waitFor();
    const found = await palette.getByRole('option').allInnerTexts();
    await own.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    return found.map((text) => text.split('\n')[0]?.trim());
  };
  const press = async (keys: string) => {
    for (const key of keys) await own.keyboard.press(key);
  };

  it('has neither keys nor entries of the palette that lead to them', async () => {
    await own.goto('/app/security/users');
    await own.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await options('role')).not.toContain('Roles');
    await press('gr');
    await press('gt');
    await own.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
    await own.goBack();
    await own.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await press('?');
    const list = own.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByRole('row', { name: /Users/ }).waitFor();
    expect(await list.getByRole('row', { name: /Roles/ }).count()).toBe(0);
    await own.keyboard.press('Escape');
  });

  it('has both on a cluster where the own credentials decide', async () => {
    await own.goto('/app/security/users?cluster=own');
    await own.getByLabel('Username').fill('root');
    await own.getByLabel('Password', { exact: true }).fill(FAKE_PASSWORD);
    await own.getByLabel('Password', { exact: true }).press('Enter');
    await own.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    const found = await options('r');
    expect(found).toEqual(expect.arrayContaining(['Roles', 'remote']));
    // A cluster has none.
    expect(await options('change requests')).not.toContain('Change requests');
    await press('gr');
    await own.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await own.getByRole('link', { name: 'remote' }).waitFor();
    expect(new URL(own.url()).searchParams.get('cluster')).toBe('own');
  });
});
