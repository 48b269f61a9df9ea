/** An administrator proposes a role and its mapping; a colleague looks at both and applies them. */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const CONFIG = '/api/v1/configuration';
const ANA = { username: 'ana', password: 'Vintage-Tractor-42' };
const TITLE = 'Sales team reads its indices';
let server: TestServer;
let browser: Browser;
let author: Page;
let colleague: Page;
let admin: HttpClient;
let address: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
  await admin.post(`${CONFIG}/internalusers/ana`, {
    password: ANA.password,
    backend_roles: ['admin'],
  });
  await admin.post(`${CONFIG}/internalusers/jdoe`, { password: ANA.password });
  await admin.post(`${CONFIG}/roles/sales`, { cluster_permissions: ['cluster_monitor'] });
  ({ page: author } = await openLoggedIn(browser, server.url, ANA));
  ({ page: colleague } = await openLoggedIn(browser, server.url, ADMIN));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const requestApproval = async (page: Page) => {
  await page.getByRole('button', { name: 'Request approval…' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^(Title|Change request)$/)
    .first()
    .waitFor();
};
const waiting = (page: Page) => page.getByText(/^Nothing is changed yet\. Send the link/).waitFor();

it('collects a role and a mapping in one request, without saving either', async () => {
  await author.goto('/app/security/roles/edit/sales');
  await author.getByLabel('Description').fill('Reads sales');
  await requestApproval(author);
  await author.getByLabel('Title').fill(TITLE);
  await author.getByLabel('Reason (optional)').fill('Ticket 17');
  await expectAccessible(author);
  await author.getByRole('button', { name: 'Create change request' }).click();
  await waiting(author);

  await author.goto('/app/security/roles/edit/sales/mapuser');
  await author.getByRole('combobox', { name: 'Users', exact: true }).fill('jdoe');
  await author.keyboard.press('Enter');
  // The impact moves the buttons down when it comes.
  await author.getByRole('button', { name: 'Review', exact: true }).waitFor();
  await requestApproval(author);
  await author.getByLabel('Change request').selectOption({ label: `Add to “${TITLE}”` });
  await author.getByRole('button', { name: 'Add to change request' }).click();
  await waiting(author);
  address = new URL(author.url()).pathname;
  expect((await admin.get(`${CONFIG}/roles/sales`)).body.description).toBeUndefined();
  expect((await admin.get(`${CONFIG}/rolesmapping/sales`)).status).toBe(404);
  // The input belongs to the request now: the form starts with what is saved.
  await author.goto('/app/security/roles/edit/sales');
  expect(await author.getByLabel('Description').inputValue()).toBe('');
});

// @feature change-requests/1
it('shows a colleague the difference and the impact, who applies both as one change', async () => {
  await colleague.goto(address);
  await colleague.getByRole('row', { name: /Role sales.*Changed/ }).waitFor();
  await colleague.getByRole('row', { name: /Role mapping sales.*New/ }).waitFor();
  await colleague.getByText('Reads sales').waitFor();
  await colleague
    .getByRole('rowheader', { name: 'jdoe' })
    .or(colleague.getByRole('cell', { name: 'jdoe', exact: true }))
    .first()
    .waitFor();
  await colleague.getByText('Role sales', { exact: true }).waitFor();
  await expectAccessible(colleague);
  await colleague.getByRole('button', { name: 'Approve and apply' }).click();
  await colleague.getByText('Change request applied.', { exact: false }).first().waitFor();
  await colleague.getByText(/^Applied by admin/).waitFor();
  expect((await admin.get(`${CONFIG}/rolesmapping/sales`)).body.users).toEqual(['jdoe']);

  await colleague.goto('/app/security/history');
  const requested = colleague.getByRole('link', { name: 'Requested by ana' });
  await requested.first().waitFor();
  expect(await requested.count()).toBe(1);
  await colleague.getByRole('row', { name: /sales/ }).first().getByRole('link').first().click();
  await colleague.getByText('Changed in the same step').waitFor();
  await colleague.getByRole('link', { name: `Requested by ana: ${TITLE}` }).click();
  await colleague.getByText(/^Applied by admin/).waitFor();
});

it('does not overwrite a change made after the request, and says so', async () => {
  await author.goto('/app/security/roles/edit/sales');
  await author.getByLabel('Description').fill('Reads and writes sales');
  await requestApproval(author);
  await author.getByRole('button', { name: 'Create change request' }).click();
  await waiting(author);
  address = new URL(author.url()).pathname;
  await admin.post(`${CONFIG}/roles/sales`, { description: 'By another way' });

  await colleague.goto(address);
  await colleague.getByText(/^This entry has changed since the request was made/).waitFor();
  expect(await colleague.getByRole('button', { name: 'Approve and apply' }).isDisabled()).toBe(
    true
  );
  await expectAccessible(colleague);
  await colleague.getByRole('button', { name: 'Reject…' }).click();
  await colleague.getByLabel('Comment').fill('Overtaken');
  await expectAccessible(colleague);
  await colleague.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await colleague.getByText(/^Rejected by admin/).waitFor();
  await author.goto('/app/security/changeRequests');
  await author.getByRole('row', { name: /Rejected by admin/ }).waitFor();
  await expectAccessible(author);
});
