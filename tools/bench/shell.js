'use strict';
/** Wait times inside the shell: bytes of each app's load, and time from click to content. */
const { startServer, ADMIN, median } = require('../../scripts/lib/runtime/server');
const { openPage, loginOnPage } = require('../../scripts/lib/runtime/chromium_page');

const ROUNDS = 40;
/** Navigation links and the heading of each app. Home is first because logins land there. */
const APPS = [
  { link: 'Home', heading: 'Home', path: '/app/home' },
  { link: 'Security', heading: 'Get started', path: '/app/security' },
  { link: 'Management', heading: 'Management', path: '/app/management' },
];
/** Wide enough to dock the navigation, so that its links stay visible. */
const VIEWPORT = { width: 1600, height: 900 };

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

async function recordBytes(page) {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  return () => bytes;
}

/**
 * Milliseconds from the click until a frame with the heading of the app is painted, measured inside
 * the page.
 */
const clickToContent = (page, { link, heading }) =>
  page.evaluate(
    ([linkName, headingText]) =>
      new Promise((resolve, reject) => {
        const isLink = (element) => element.textContent.trim() === linkName;
        const target = [...document.querySelectorAll('nav a')].find(isLink);
        const isVisible = () => document.querySelector('h1')?.textContent.trim() === headingText;
        if (!target) throw new Error(`The navigation has no link "${linkName}".`);
        setTimeout(() => reject(new Error(`No heading "${headingText}" came.`)), 10_000);
        const startedAtMs = performance.now();
        const observer = new MutationObserver(() => {
          if (!isVisible()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAtMs)));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        target.click();
      }),
    [link, heading]
  );

/**
 * Bytes of the first load of each app. The tenant dialog is answered beforehand, since it belongs
 * to no app.
 */
async function firstLoads(url, cookies, answered) {
  const { page, close } = await openPage(url);
  try {
    await page.context().addCookies(cookies);
    await page.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, answered);
    const bytes = await recordBytes(page);
    const loads = [];
    for (const { path } of APPS) {
      const before = bytes();
      await page.goto(path, { waitUntil: 'networkidle' });
      loads.push(bytes() - before);
    }
    return loads;
  } finally {
    await close();
  }
}

module.exports = {
  name: 'Shell',
  async run() {
    const server = await startServer();
    const { page, close } = await openPage(server.url);
    try {
      await page.setViewportSize(VIEWPORT);
      await loginOnPage(page, ADMIN);
      await page.getByRole('button', { name: 'Toggle primary navigation' }).click();
      await page.getByRole('button', { name: 'Dock navigation' }).click();
      const visit = async (app) => {
        const elapsedMs = await clickToContent(page, app);
        await page.waitForLoadState('networkidle');
        return elapsedMs;
      };
      // The login ended on Home, so the tour starts with the other apps.
      const tour = [...APPS.slice(1), APPS[0]];
      for (const app of [...tour, ...tour]) await visit(app);
      const timesMs = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (const app of tour) timesMs.push(await visit(app));
      }
      timesMs.sort((a, b) => a - b);
      const answered = await page.evaluate(() => Object.entries(sessionStorage));
      const cookies = await page.context().cookies();
      const [home, ...others] = await firstLoads(server.url, cookies, answered);
      const p95Ms = timesMs[Math.floor(timesMs.length * 0.95)];
      return [
        { what: 'Shell with home, first load', value: kib(home), goal: '285 KiB' },
        ...others.map((bytes, i) => ({
          what: `${APPS[i + 1].link}, after home`,
          value: kib(bytes),
          goal: i === 0 ? '90 KiB' : '60 KiB',
        })),
        {
          what: `Click to content between loaded apps, median of ${timesMs.length}`,
          value: `${median(timesMs).toFixed(0)} ms`,
        },
        { what: 'the same, p95', value: `${p95Ms.toFixed(0)} ms`, goal: '100 ms' },
      ];
    } finally {
      await close();
      await server.stop();
    }
  },
};
