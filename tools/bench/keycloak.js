'use strict';
/**
 * The same steps in this product and in a real Keycloak with as many users, in turn: login form,
 * list of users, clicks between lists, search. Both run at the same time, one of them idle.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ADMIN, median, startServer, temporaryFolder } = require('../../scripts/lib/runtime/server');
const { launchBrowser, loginOnPage } = require('../../scripts/lib/runtime/chromium_page');
const { cacheFolder } = require('../../scripts/lib/cluster/versions');
const { startKeycloak } = require('../../scripts/lib/keycloak/node');
const { freePort } = require('../../scripts/lib/tests/cluster');
const { createLargeDataset, roleName, userName } = require('./lib/large_dataset');

const RUNS = 5;
const CLICKS = 20;
const USERS = 10_000;
const ROLES = 2_000;
const STEP = 1_000;
const CONTEXT = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  reducedMotion: 'reduce',
};
const TYPED = ['user-01230', 'user-04567', 'user-09999', 'user-00042', 'user-07777'];

/** Puts the users and roles of the large dataset into the realm `master`. */
async function fillKeycloak({ url, adminName, adminPassword }) {
  const send = async (body) => {
    const token = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: adminName,
        password: adminPassword,
      }),
    }).then((response) => response.json());
    const response = await fetch(`${url}/admin/realms/master/partialImport`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ifResourceExists: 'SKIP', ...body }),
    });
    if (!response.ok) throw new Error(`Keycloak: ${response.status} ${await response.text()}`);
  };
  const numbers = (from, count) => Array.from({ length: count }, (_, n) => from + n);
  const roles = numbers(0, ROLES).map((n) => ({ name: roleName(n), description: `Role ${n}` }));
  await send({ roles: { realm: roles } });
  for (let from = 0; from < USERS; from += STEP) {
    const users = numbers(from, STEP).map((n) => ({
      username: userName(n),
      enabled: true,
      firstName: `User`,
      lastName: `Number ${n}`,
      email: `${userName(n)}@example.org`,
    }));
    await send({ users });
  }
}

/** Records, before any script of the page runs, when an element that matches is first painted. */
function watchFor(selector) {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(window, { shownAtMs: performance.now() }))
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * @returns {Promise<{ ms: number, scriptMs: number }>} from the first request, redirects included,
 *   to the frame with the element; and how long scripts ran in the page that shows it
 */
async function load(context, address, selector) {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.addInitScript(watchFor, selector);
    const startedAtMs = Date.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'shownAtMs' in window, undefined, { timeout: 60_000 });
    const ms = await page.evaluate(() => performance.timeOrigin + window.shownAtMs);
    const { metrics } = await session.send('Performance.getMetrics');
    const { value } = metrics.find(({ name }) => name === 'ScriptDuration');
    return { ms: ms - startedAtMs, scriptMs: value * 1_000 };
  } finally {
    await page.close();
  }
}

/** The time from the next event of this type to the frame whose rows, with commas, match. */
const shownAfter = (page, event, selector, pattern) =>
  page.evaluate(
    ([type, cells, expected]) =>
      new Promise((resolve, reject) => {
        let startedAtMs;
        const isShown = () => {
          const names = [...document.querySelectorAll(cells)].map((cell) =>
            cell.textContent.trim()
          );
          return new RegExp(expected).test(names.join());
        };
        setTimeout(() => reject(new Error(`${expected} did not show`)), 20_000);
        const observer = new MutationObserver(() => {
          if (startedAtMs === undefined || !isShown()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAtMs)));
        });
        const options = { capture: true, once: true };
        addEventListener(type, () => (startedAtMs = performance.now()), options);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    [event, selector, pattern]
  );

/** What a product needs to be measured. The order of the elements is that of a user's steps. */
const ours = (url) => ({
  home: `${url}/app/login`,
  field: 'input[name="username"], input[autocomplete="username"]',
  list: `${url}/app/security/users`,
  row: 'tbody th a',
  login: (page) => loginOnPage(page, ADMIN),
  go: (page, name) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first(),
  names: { users: 'Users', roles: 'Roles' },
  search: (page) => page.getByRole('searchbox'),
  // The list follows each key.
  lastKey: (typed) => typed.slice(-1),
  event: 'input',
});

const theirs = ({ url, adminName, adminPassword }) => ({
  home: `${url}/admin/master/console/`,
  field: '#username',
  list: `${url}/admin/master/console/#/master/users`,
  row: 'tbody td a',
  login: async (page) => {
    await page.goto(`${url}/admin/master/console/`);
    await page.fill('#username', adminName);
    await page.fill('#password', adminPassword);
    await page.click('#kc-login');
    await page.waitForSelector('#nav-item-users');
  },
  go: (page, name) => page.locator(name),
  names: { users: '#nav-item-users', roles: '#nav-item-roles' },
  search: (page) => page.locator('input[type="text"], input[type="search"]').first(),
  // The list follows Enter.
  lastKey: () => 'Enter',
  event: 'keydown',
});

const SHOWN = { roles: '^(?!.*user-0).*,', users: 'user-0' };

async function openContext(browser, product, cookies) {
  const context = await browser.newContext({ ...CONTEXT, baseURL: new URL(product.home).origin });
  if (cookies) await context.addCookies(cookies.list);
  if (cookies)
    await context.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, cookies.tab);
  return context;
}

async function loggedIn(browser, product) {
  const context = await openContext(browser, product);
  const page = await context.newPage();
  await product.login(page);
  const tab = await page.evaluate(() => Object.entries(sessionStorage));
  const list = await context.cookies();
  await context.close();
  return { list, tab: tab.filter(([key]) => !key.startsWith('kc-')) };
}

/** Each returns the values of one run, by name of the measurement. */
const STEPS = {
  async loads(browser, product, cookies) {
    const stranger = await openContext(browser, product);
    const form = await load(stranger, product.home, product.field);
    await stranger.close();
    const context = await openContext(browser, product, cookies);
    const cold = await load(context, product.list, product.row);
    await load(context, product.list, product.row);
    const warm = await load(context, product.list, product.row);
    await context.close();
    return {
      'login form': [form.ms],
      'users, empty cache': [cold.ms],
      'users, warm': [warm.ms],
      'users, warm, time in scripts': [warm.scriptMs],
    };
  },
  async clicks(browser, product, cookies) {
    const context = await openContext(browser, product, cookies);
    const page = await context.newPage();
    await page.goto(product.list);
    await page.locator(product.row).first().waitFor();
    const times = { roles: [], users: [] };
    for (let run = 0; run < CLICKS + 2; run++)
      for (const [name, pattern] of Object.entries(SHOWN)) {
        const shown = shownAfter(page, 'click', product.row, pattern);
        await product.go(page, product.names[name]).click();
        const ms = await shown;
        if (run >= 2) times[name].push(ms);
        await page.waitForTimeout(250);
      }
    const found = [];
    for (const typed of TYPED) {
      const field = product.search(page);
      const key = product.lastKey(typed);
      await field.fill('');
      await field.press('Enter');
      await page.waitForTimeout(500);
      await field.pressSequentially(key === 'Enter' ? typed : typed.slice(0, -1), { delay: 60 });
      await page.waitForTimeout(300);
      const shown = shownAfter(page, product.event, product.row, `^${typed}$`);
      await field.press(key);
      found.push(await shown);
    }
    await context.close();
    return { 'click to roles': times.roles, 'click to users': times.users, search: found };
  },
};

const p95 = (values) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.95))];

async function compare(browser, products) {
  const cookies = new Map();
  for (const [name, product] of products) cookies.set(name, await loggedIn(browser, product));
  const values = new Map();
  for (let run = 0; run < RUNS; run++)
    for (const [name, product] of products)
      for (const step of Object.values(STEPS))
        for (const [what, list] of Object.entries(
          await step(browser, product, cookies.get(name))
        )) {
          const kept = values.get(what) ?? { ours: [], theirs: [] };
          kept[name].push(...list);
          values.set(what, kept);
        }
  return [...values].map(([what, kept]) => {
    const [own, other] = [median(kept.ours), median(kept.theirs)];
    const tail = `p95 ${p95(kept.ours).toFixed(0)} and ${p95(kept.theirs).toFixed(0)} ms`;
    const value = `${own.toFixed(0)} and ${other.toFixed(0)} ms, ${(own / other).toFixed(2)}; ${tail}`;
    return { what: `${what}, this product and Keycloak, median`, value };
  });
}

module.exports = {
  name: `Beside Keycloak, ${USERS} users and ${ROLES} roles`,
  async run() {
    const dataDir = temporaryFolder();
    const dir = path.join(cacheFolder(), 'bench', 'keycloak');
    const keycloak = await startKeycloak({ port: await freePort(), dir });
    try {
      await fillKeycloak(keycloak);
      await createLargeDataset(dataDir);
      const server = await startServer({ dataDir });
      const browser = await launchBrowser();
      try {
        return await compare(browser, [
          ['ours', ours(server.url)],
          ['theirs', theirs(keycloak)],
        ]);
      } finally {
        await browser.close();
        await server.stop();
      }
    } finally {
      await keycloak.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
