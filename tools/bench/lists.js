'use strict';
/**
 * Wait times in an installation with 10 000 users, 2 000 roles and 200 tenants: first rows,
 * filters, a role that all users have, and the latency of other requests meanwhile.
 */
const fs = require('node:fs');
const {
  ADMIN,
  median,
  login,
  startServer,
  temporaryFolder,
} = require('../../scripts/lib/runtime/server');
const { openPage, openProfile, loginOnPage } = require('../../scripts/lib/runtime/chromium_page');
const { firstRow } = require('./lib/first_row');
const { EVERYBODY, ROLES, createLargeDataset, roleName, userName } = require('./lib/large_dataset');

const LIST = '/app/security/users';
const ROW = 'tbody th a';
const COLD_RUNS = 7;
const WARM_RUNS = 15;
const LATENCY_MS = 100;
/** Browsers cache compiled scripts from the second visit on. */
const VISITS_BEFORE = 3;
const KEY_PAUSE_MS = 60;
/** Rounds through all pages in the memory measurement. */
const ROUNDS = 4;
const TYPED = ['user-01230', 'user-04567', 'user-09999', 'user-00042'];
/** The pages of the side navigation, and a few that they link to. */
const PAGES = [
  'getstarted',
  'auth',
  'roles',
  'users',
  'permissions',
  'tenants',
  'auditLogging',
  'auditEvents',
  'history',
  'configuration',
  'explorer',
  'apiKeys',
  `roles/view/${EVERYBODY}`,
  `users/view/${userName(1)}`,
  `roles/edit/${roleName(1)}`,
].map((page) => `/app/security/${page}`);

const ms = (value, digits = 0) => `${value.toFixed(digits)} ms`;
const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

const spread = (values) =>
  `${ms(median(values))} (${ms(Math.min(...values))} to ${ms(Math.max(...values))})`;

/** A browser profile with a warm cache, logged in. */
async function profile(url) {
  const { page, close } = await openProfile(url);
  await loginOnPage(page, ADMIN);
  const context = page.context();
  await context.addInitScript(keepAnswered, await page.evaluate(responses));
  return { context, close };
}

/**
 * Session storage of a tab in which the tenant dialog is answered; the dialog opens once per tab.
 */
const responses = () => Object.entries(sessionStorage);
const keepAnswered = (entries) => {
  for (const [key, value] of entries) sessionStorage.setItem(key, value);
};

/** Browser contexts that are logged in, with the tenant dialog answered. */
async function loggedIn(url) {
  const { page, close } = await openPage(url);
  await loginOnPage(page, ADMIN);
  const cookies = await page.context().cookies();
  const answered = await page.evaluate(responses);
  const open = async () => {
    const context = await page
      .context()
      .browser()
      .newContext({
        baseURL: url,
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        reducedMotion: 'reduce',
      });
    await context.addCookies(cookies);
    await context.addInitScript(keepAnswered, answered);
    return context;
  };
  return { open, close };
}

async function first({ url, open }) {
  const ask = (context, latencyMs) => firstRow(context, url + LIST, { selector: ROW, latencyMs });
  const warm = async (context, runs) => {
    const timesMs = [];
    for (let run = 0; run < VISITS_BEFORE + runs; run++) timesMs.push((await ask(context)).ms);
    return timesMs.slice(VISITS_BEFORE);
  };
  const coldMs = [];
  for (let run = 0; run < COLD_RUNS; run++) {
    const context = await open();
    coldMs.push((await ask(context)).ms);
    await context.close();
  }
  const own = await profile(url);
  const warmMs = await warm(own.context, WARM_RUNS);
  const slowWarm = await ask(own.context, LATENCY_MS);
  await own.close();
  const privately = await open();
  const privateMs = await warm(privately, COLD_RUNS);
  await privately.close();
  const fresh = await open();
  const slowCold = await ask(fresh, LATENCY_MS);
  await fresh.close();
  const goal = '450 ms';
  return [
    { what: 'Users: address to first row, warm', value: spread(warmMs), goal },
    { what: 'the same, nothing in the cache', value: spread(coldMs), goal },
    { what: 'the same in a private window, warm', value: spread(privateMs), goal },
    {
      what: `the same with ${LATENCY_MS} ms of delay on the way, warm and cold`,
      value: `${ms(slowWarm.ms)}, ${ms(slowCold.ms)}`,
    },
    {
      what: 'Rounds one after another until then, at most',
      value: `${slowCold.rounds}`,
      goal: '4',
    },
  ];
}

/** Time from the last keystroke to the frame that shows the result. */
async function filter({ open }) {
  const context = await open();
  const page = await context.newPage();
  await page.goto(LIST);
  await page.locator(ROW).first().waitFor();
  const field = page.getByRole('searchbox');
  const timesMs = [];
  for (const typed of [...TYPED, ...TYPED]) {
    await field.fill('');
    await page.waitForFunction((row) => document.querySelectorAll(row).length === 10, ROW);
    await field.pressSequentially(typed.slice(0, -1), { delay: KEY_PAUSE_MS });
    await page.waitForTimeout(300);
    const visible = page.evaluate(
      ([row, name]) =>
        new Promise((resolve) => {
          let typedAtMs;
          addEventListener('input', () => (typedAtMs = performance.now()), {
            capture: true,
            once: true,
          });
          const observer = new MutationObserver(() => {
            const rows = document.querySelectorAll(row);
            if (rows.length !== 1 || rows[0].textContent.trim() !== name) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - typedAtMs)));
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
      [ROW, typed]
    );
    await field.press(typed.slice(-1));
    timesMs.push(await visible);
  }
  await context.close();
  return [
    {
      what: 'Filter: last key to its rows, median and worst',
      value: `${ms(median(timesMs))}, ${ms(Math.max(...timesMs))}`,
      goal: '50 ms',
    },
  ];
}

/** Time from the link to a role with 10 000 users to the first of them. */
async function holders({ open }) {
  const context = await open();
  const page = await context.newPage();
  const timesMs = [];
  for (let run = 0; run < 7; run++) {
    await page.goto(`/app/security/roles/view/${EVERYBODY}`);
    const tab = page.getByRole('tab', { name: /users/i });
    await tab.waitFor();
    const visible = page.evaluate(
      () =>
        new Promise((resolve) => {
          let clickedAtMs;
          addEventListener('click', () => (clickedAtMs = performance.now()), {
            capture: true,
            once: true,
          });
          const observer = new MutationObserver(() => {
            if (!/user-0000\d/.test(document.querySelector('main')?.textContent ?? '')) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAtMs)));
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        })
    );
    await tab.click();
    timesMs.push(await visible);
  }
  await context.close();
  return [
    {
      what: 'Role with 10 000 holders: click to the first of them, median',
      value: ms(median(timesMs)),
      goal: '200 ms',
    },
  ];
}

/** Layout shifts of each page load, starting with an empty cache. */
async function shifts({ open }) {
  const context = await open();
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const found = [];
  for (const address of PAGES) {
    await page.goto(address, { waitUntil: 'networkidle' });
    found.push({ address, shift: await page.evaluate(() => window.shift) });
  }
  await context.close();
  const [worst] = found.sort((a, b) => b.shift - a.shift);
  return [
    {
      what: `Layout shift of ${PAGES.length} pages, the worst (${worst.address})`,
      value: worst.shift.toFixed(3),
      goal: '0.02',
    },
  ];
}

/** JavaScript heap after repeated rounds through all pages inside the app. */
async function memory({ open }) {
  const context = await open();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(PAGES[0], { waitUntil: 'networkidle' });
  const round = async () => {
    for (const address of PAGES) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, address);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(300);
    }
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  const mib = [];
  for (let time = 0; time < ROUNDS; time++) mib.push(await round());
  await context.close();
  return [
    {
      what: `Page memory after ${PAGES.length} pages, each time more round`,
      value: `${mib.map((value) => value.toFixed(1)).join(', ')} MiB`,
      goal: '60 MiB',
    },
  ];
}

/** Duration of a request, and the longest wait of other requests meanwhile. */
async function beside(url, cookie, work) {
  let isDone = false;
  const waits = [];
  const bystander = (async () => {
    while (!isDone) {
      const startedAtMs = performance.now();
      await (await fetch(`${url}/api/v1/auth/type`, { headers: { cookie } })).arrayBuffer();
      waits.push(performance.now() - startedAtMs);
    }
  })();
  const startedAtMs = performance.now();
  await work();
  const tookMs = performance.now() - startedAtMs;
  isDone = true;
  await bystander;
  return `${ms(tookMs)}, ${ms(Math.max(...waits), 1)}`;
}

async function requests({ url }) {
  const cookie = await login(url);
  const send = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'kbn-xsrf': 'true' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const explain = () =>
    send('POST', '/api/v1/access/explain', {
      user: userName(7),
      action: 'indices:data/read/search',
      index: ['nobody-has'],
    });
  const explainMs = [];
  for (let run = 0; run < 20; run++) {
    const startedAtMs = performance.now();
    await explain();
    explainMs.push(performance.now() - startedAtMs);
  }
  const columns = ['read', 'write', 'manage'].map((action) => ({
    action: `indices:data/${action}/search`,
    index: 'logs-7-a',
  }));
  const matrix = async () => {
    for (let from = 0; from < ROLES; from += 100) {
      const names = Array.from({ length: 100 }, (_, n) => roleName(from + n));
      await send('POST', '/api/v1/access/matrix', { of: 'roles', names, columns });
    }
  };
  const impact = () =>
    send('POST', '/api/v1/access/impact', { changes: { rolesmapping: { [EVERYBODY]: null } } });
  const thousand = () =>
    fetch(`${url}/_plugins/_security/api/internalusers`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(
        Array.from({ length: 1_000 }, (_, n) => ({
          op: 'add',
          path: `/${userName(n)}/description`,
          value: `Changed ${n}`,
        }))
      ),
    }).then(async (response) => {
      if (!response.ok) throw new Error(`PATCH: ${response.status} ${await response.text()}`);
    });
  const label = (what) => `${what}: time, and the slowest bystander`;
  const goal = 'bystander 50 ms';
  return [
    {
      what: 'Explorer: an answer of the server, median and worst of 20',
      value: `${ms(median(explainMs))}, ${ms(quantile(explainMs, 1))}`,
      goal: '100 ms',
    },
    { what: label('Matrix of 2 000 roles × 3'), value: await beside(url, cookie, matrix), goal },
    {
      what: label('What will change, for a role with 10 000 holders'),
      value: await beside(url, cookie, impact),
      goal,
    },
    { what: label('1 000 users in one change'), value: await beside(url, cookie, thousand), goal },
  ];
}

/** Measurements by their `--part` name. The last one changes users. */
const PARTS = { first, filter, holders, shifts, memory, requests };

async function measure(site, parts = Object.keys(PARTS)) {
  const rows = [];
  for (const part of parts) rows.push(...(await PARTS[part](site)));
  return rows;
}

module.exports = {
  name: 'Lists of 10 000 users, 2 000 roles, 200 tenants',
  parts: Object.keys(PARTS),
  async run({ parts } = {}) {
    const dataDir = temporaryFolder();
    try {
      await createLargeDataset(dataDir);
      const server = await startServer({ dataDir });
      try {
        const browser = await loggedIn(server.url);
        try {
          return await measure({ url: server.url, open: browser.open }, parts);
        } finally {
          await browser.close();
        }
      } finally {
        await server.stop();
      }
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
