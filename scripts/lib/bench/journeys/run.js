'use strict';
/**
 * Journeys of administrators as numbers: clicks and fields from the signed-in home page, counted by
 * `person.js`, in Chromium against a server of its own with the demonstration set. `npm run bench
 * -- --only=journeys` prints them; `test/e2e/journey_numbers.spec.ts` holds their bounds.
 *
 * To add one, put a file into `all` (they run in the order of their names) that exports a
 * {@link Journey}. Its `ways` act by the given person alone; `outcome` asks the product's API
 * whether what was wanted is there, not the page. The bounds hold for `mouse`, and for every other
 * way that there is.
 */
const fs = require('node:fs');
const path = require('node:path');
const { openPage, loginOnPage } = require('../../runtime/chromium_page');
const { ADMIN, startServer } = require('../../runtime/server');
const { Api } = require('./api');
const { User } = require('./person');

/**
 * @typedef {{
 *   title: string,
 *   bound: { clicks: number } | { acts: number },
 *   best?: { who: string, clicks: number, fields: number },
 *   prepare?: (api: Api) => Promise<unknown>,
 *   ways: Record<string, (person: User, facts: any) => Promise<unknown>>,
 *   outcome: (api: Api, facts: any, seen: any) => Promise<void>,
 * }} Journey
 *   `bound`: clicks at most, or clicks and fields together; `best`: of the other consoles, to be
 *   reached by clicks and fields together; `prepare` gives the facts; `ways`: `mouse` without any
 *   shortcut, `keys` with them; what they return is what was seen; `outcome` throws when it is not
 *   what was wanted
 */

const FOLDER = path.join(__dirname, 'definitions');

/** @returns {Array<Journey & { name: string }>} */
const journeys = () =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => ({ name: path.basename(file, '.js'), ...require(path.join(FOLDER, file)) }));

/**
 * @param {Journey} journey
 * @param {string} way
 * @param {import('playwright-core').Browser} [browser] default: a new one
 * @returns {Promise<{ clicks: number, fields: number, acts: string[], seconds: number }>}
 *   `seconds`: from the first act to the last thing seen, typing at the speed of a script
 * @throws when the page does not offer an act, or what came of it is not what was wanted
 */
async function walk(journey, way, browser) {
  const server = await startServer({ args: ['--demo'] });
  try {
    const api = await new Api(server.url).as(ADMIN);
    const facts = await journey.prepare?.(api);
    const { page, close } = await openPage(server.url, browser);
    const user = new User(page);
    try {
      await loginOnPage(page, ADMIN);
      await page.waitForLoadState('networkidle');
      const startedAtMs = performance.now();
      const seen = await journey.ways[way](user, facts);
      const seconds = (performance.now() - startedAtMs) / 1000;
      await journey.outcome(api, facts, seen);
      return { ...user.count(), seconds };
    } catch (error) {
      throw new Error(`${journey.title}, after ${user.count().acts.join(', ')}:`, {
        cause: error,
      });
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}

/**
 * @param {Journey} journey
 * @param {{ clicks: number, fields: number }} measured
 * @returns {string[]} in words, what a count is above
 */
function excesses({ bound, best }, { clicks, fields }) {
  const acts = clicks + fields;
  return [
    ...('clicks' in bound && clicks > bound.clicks
      ? [`${clicks} clicks, ${bound.clicks} wanted`]
      : []),
    ...('acts' in bound && acts > bound.acts
      ? [`${acts} clicks and fields, ${bound.acts} wanted`]
      : []),
    ...(best && acts > best.clicks + best.fields
      ? [`${acts} clicks and fields, ${best.who} needs ${best.clicks} + ${best.fields}`]
      : []),
  ];
}

module.exports = { journeys, walk, excesses };
