'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { refuseRest, takeOptions } = require('./lib/args');
const { inRoot } = require('./lib/paths');

const HELP = `node scripts/screenshots.js [options]

Starts the product with the demonstration set in a temporary data folder and writes the pictures
of the README to docs/images.

  --every=FOLDER  instead: every screen of the catalogue (test/e2e/screens), in both themes, at 1280,
                  1920 and 390 px, as <screen>.<width>.<theme>.png; fails when one cannot be shown
  --only=PATTERN  of these the screens whose name the regular expression matches
  --theme=THEME   light or dark only
`;

const DIR = inRoot('docs', 'images');

/** A role of the demo data with index and tenant permissions. */
const ROLE = 'sales_analyst';

/** The order matters: each screenshot starts on the page of the previous one. */
const PICTURES = {
  login: async (page) => {
    await page.goto('/app/login');
    await page.getByLabel('Username').waitFor();
  },
  home: async (page, { login }) => {
    await login();
    await page.goto('/app/home');
    await page.getByRole('list', { name: 'Newest objects' }).waitFor();
  },
  roles: async (page) => {
    await page.goto('/app/security#/roles?f.customization=custom');
    await page.getByRole('table').getByRole('link').first().waitFor();
  },
  role: async (page) => {
    await page.goto(`/app/security#/roles/view/${encodeURIComponent(ROLE)}`);
    await page.getByRole('heading', { level: 1, name: ROLE }).waitFor();
  },
  account: async (page) => {
    await page.goto('/app/home');
    await page.getByRole('list', { name: 'Newest objects' }).waitFor();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  },
  status: async (page) => {
    await page.goto('/status');
    await page.getByRole('table').waitFor();
  },
};

async function screenshots(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['every', 'only', 'theme'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { ok } = await require('./lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);
  const [folder] = values.get('every') ?? [];
  if (folder !== undefined) return everyScreen(folder, values);
  const { startServer, ADMIN } = require('./lib/runtime/server');
  const { openPage, loginOnPage } = require('./lib/runtime/chromium_page');

  fs.mkdirSync(DIR, { recursive: true });
  const server = await startServer({ args: ['--demo'] });
  const { page, close } = await openPage(server.url);
  try {
    for (const [name, show] of Object.entries(PICTURES)) {
      await show(page, { login: () => loginOnPage(page, ADMIN) });
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

async function everyScreen(folder, values) {
  require('./lib/typescript').registerTypeScript();
  const { takePictures } = require('../test/e2e/screens/pictures');
  const [only] = values.get('only') ?? [];
  const failed = await takePictures({
    folder: path.resolve(folder),
    only: only === undefined ? undefined : new RegExp(only),
    themes: values.get('theme'),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  for (const line of failed) process.stderr.write(`not shown: ${line}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

screenshots(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
