'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { inRoot } = require('./lib/paths');

const HELP = `node scripts/screenshots.js

Starts the product with the demonstration set in a temporary data folder and writes the pictures
of the README to docs/images.
`;

const DIR = inRoot('docs', 'images');

/** A role of the demonstration set with index and tenant permissions. */
const ROLE = 'sales_analyst';

/** In this order; each leaves the page where the next one starts. */
const PICTURES = {
  login: async (page) => {
    await page.goto('/app/login');
    await page.getByLabel('Username').waitFor();
  },
  home: async (page, { signIn }) => {
    await signIn();
    await page.goto('/app/home');
    await page.getByRole('table').waitFor();
  },
  roles: async (page) => {
    await page.goto('/app/security#/roles');
    await page.getByRole('link', { name: ROLE }).waitFor();
  },
  role: async (page) => {
    await page.goto(`/app/security#/roles/view/${encodeURIComponent(ROLE)}`);
    await page.getByRole('heading', { level: 1, name: ROLE }).waitFor();
  },
  account: async (page) => {
    await page.goto('/app/home');
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  },
  status: async (page) => {
    await page.goto('/status');
    await page.getByRole('table').waitFor();
  },
};

async function screenshots(argv) {
  if (argv.includes('--help')) return void process.stdout.write(HELP);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { ok } = await require('./lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);
  const { startServer, ADMIN } = require('./lib/runtime/server');
  const { openPage, signInOnPage } = require('./lib/runtime/chromium_page');

  fs.mkdirSync(DIR, { recursive: true });
  const server = await startServer({ args: ['--demo'] });
  const { page, close } = await openPage(server.url);
  try {
    for (const [name, show] of Object.entries(PICTURES)) {
      await show(page, { signIn: () => signInOnPage(page, ADMIN) });
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const file = path.join(DIR, `${name}.png`);
      await page.screenshot({ path: file });
      process.stdout.write(`${path.relative(inRoot(), file)}\n`);
    }
  } finally {
    await close();
    await server.stop();
  }
}

screenshots(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
