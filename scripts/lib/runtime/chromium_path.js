'use strict';
/** Finds a Chromium. Uses built-in modules only. */
const fs = require('node:fs');
const path = require('node:path');

/** The first one runs without windows and needs a quarter less processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const HOW_TO_GET =
  'No Chromium found: run `apt-get install chromium-headless-shell` (or chromium), or set CHROMIUM_PATH to the program of one you have.';

/** @returns {string | undefined} absolute path of the executable */
function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return fs.existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((dir) => path.join(dir, name)));
  return [...candidates, ...APPLICATIONS].find((file) => fs.existsSync(file));
}

module.exports = { findChromium, HOW_TO_GET };
