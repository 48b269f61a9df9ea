/**
 * From the screens to the first login with OpenID: an administrator follows the guided page, and a
 * user of a real Keycloak logs in. Counts the clicks and fields.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { at, User } from '../e2e/journeys/person';
import { launchBrowser, loginOnPage, openPage } from '../../scripts/lib/runtime/chromium_page';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { Realm, USER } from './realm';

jest.setTimeout(120_000);

const CLIENT = 'dashboards';
const SECRET = 'a secret of this client alone';

let dataDir: string;
let realm: Realm;
let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'sd-openid-setup-'));
  realm = await Realm.make();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await realm?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Known before the start, because the provider redirects to the same address after a restart. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const startWith = async (port: number, file: string): Promise<void> => {
  const config = path.join(dataDir, 'security-dashboards.yml');
  writeFileSync(
    config,
    `engine.unsupported.restapi.allow_securityconfig_modification: true\n${file}`
  );
  server = await startServer({ dataDir, args: [`--config=${config}`, `--server.port=${port}`] });
};

/** The text of a block that can be copied, in a step of the guided page. */
const blockOf = (page: Page, step: string, text: string): Promise<string> =>
  page
    .locator('.euiStep', { hasText: step })
    .locator('.euiCodeBlock', { hasText: text })
    .locator('code')
    .innerText();

it('takes eight clicks and four fields to the first login, besides the file and the provider', async () => {
  const port = await freePort();
  await startWith(port, '');
  const api = await server.adminClient();
  await api.post('/api/v1/configuration/rolesmapping/kibana_user', { users: [USER.name] });
  const { page } = await openPage(server.url, browser);
  await loginOnPage(page, ADMIN);
  const admin = new User(page);
  await admin.click(at('link', 'Find user'));
  await admin.click(at('link', 'Authentication'));
  await admin.click(at('link', 'Set up OpenID Connect'));
  const redirect = await blockOf(page, 'Register this server', '/auth/openid/login');
  await realm.addClient({
    clientId: CLIENT,
    secret: SECRET,
    standardFlowEnabled: true,
    redirectUris: [redirect],
  });
  await admin.type(at('textbox', 'Discovery URL'), realm.discovery);
  await admin.type(at('textbox', 'Client ID'), CLIENT);
  const file = await blockOf(page, "Add this to the server's configuration file", 'auth.type');
  await admin.click(at('button', 'Review and add domain'));
  await admin.click(at('button', 'Save'));
  await admin.see(at('log', undefined, { text: /saved and active/ }));

  await server.stop();
  await startWith(port, file.replace('"…"', JSON.stringify(SECRET)));
  const other = await openPage(server.url, browser);
  await other.page.goto('/app/home');
  const jane = new User(other.page);
  await jane.click(at('link', 'Log in with single sign-on'));
  await jane.type(at('textbox', 'Username or email'), USER.name);
  await jane.type(at('textbox', 'Password'), USER.password);
  await jane.click(at('button', 'Sign In'));
  await jane.click(at('button', 'Confirm'));
  await other.page.getByRole('button', { name: /^Account menu/ }).waitFor();
  const account = await other.page.request.get('/api/v1/auth/authinfo');
  expect(await account.json()).toMatchObject({ user_name: USER.name });
  const counts = [admin, jane].map((user) => user.count());
  expect(counts.map(({ clicks, fields }) => [clicks, fields])).toEqual([
    [5, 2],
    [3, 2],
  ]);
});
