'use strict';
/**
 * Administration tasks in numbers: clicks and fields from Home after login, counted by
 * `person.js`, in Chromium against a separate server with the demo data. `npm run bench
 * -- --only=journeys` prints them; `test/e2e/journey_numbers.spec.ts` checks their bounds.
 *
 * To add one, create a file in `definitions` (they run in the order of their names) that exports a
 * {@link Journey}. Its `ways` act only through the given user; `outcome` verifies the result with
 * the product's API instead of the page. The bounds apply to `mouse` and to every other way.
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
 *   outcome: (api: Api, facts: any, seen: any) => Promise<void>, }} Journey
 *   `bound`: maximum of clicks, or of clicks and fields together; `best`: the best of other
 *   consoles, to be matched by clicks and fields together; `prepare` returns the facts; `ways`:
 *   `mouse` without shortcuts, `keys` with them, each returns what the page showed; `outcome`
 *   throws if the task is not done
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
 *   `seconds`: from the first interaction to the last observation, at the typing speed of a script
 * @throws if the page does not offer an interaction, or the outcome is wrong
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
 * @returns {string[]} the exceeded bounds, in words
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
