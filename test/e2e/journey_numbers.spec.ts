/**
 * Common tasks of administrators, counted in clicks and fields from Home after login, with the demo
 * data. Each must stay within its limit and at or below the best competitor, and reach its goal
 * according to the API.
 *
 * To add one, create a file in `journeys/definitions` (they run in the order of their names) that
 * exports a {@link Journey}.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, loginOnPage, openPage } from '../../scripts/lib/runtime/chromium_page';
import { ADMIN, startServer } from '../../scripts/lib/runtime/server';
import { Api } from './journeys/api';
import { User } from './journeys/person';

interface Journey {
  title: string;
  /** Maximum of clicks, or of clicks and fields together; applies to each way. */
  bound: { clicks: number } | { acts: number };
  /** The best of other consoles, to be matched by clicks and fields together. */
  best?: { who: string; clicks: number; fields: number };
  /** Returns the facts. */
  prepare?(api: Api): Promise<unknown>;
  /**
   * `mouse` without shortcuts, `keys` with them. They act only through the given user, and return
   * what the page showed.
   */
  ways: Record<string, (user: User, facts: unknown) => Promise<unknown>>;
  /** Throws if the task is not done, by the API instead of the page. */
  outcome(api: Api, facts: unknown, seen: unknown): Promise<void>;
}

jest.setTimeout(120_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const FOLDER = path.join(__dirname, 'journeys', 'definitions');
/** By the name of its file. */
const JOURNEYS = readdirSync(FOLDER).map(
  (file) =>
    [path.basename(file, '.js'), jest.requireActual<Journey>(path.join(FOLDER, file))] as const
);
const ALL = JOURNEYS.flatMap(([name, journey]) =>
  Object.keys(journey.ways).map((way) => [name, way, journey] as const)
);

it('finds journeys, each of them walkable by mouse', () => {
  expect(ALL.length).toBeGreaterThan(4);
  for (const [, { ways }] of JOURNEYS) expect(Object.keys(ways)).toContain('mouse');
});

// @feature home/1: 05_leaver by mouse stays within its click limit
// @feature role-form/16: 01_new_analyst by mouse stays within its click limit
// @feature role/6: 04_duplicate_role by mouse stays within its click limit
// @feature map-user/1: 09_role_for_three by mouse stays within its click limit
// @feature internal-users/3: 05_leaver by mouse stays within its click limit
// @feature user-form/5: 02_user_with_role by mouse stays within its click limit
// @feature configuration/1: 10_export_change_import by mouse stays within its click limit
// @feature access-explorer/1: 03_why_not by mouse stays within its click limit
// @feature home/2: 06_switch_and_share by mouse stays within its click limit
it.each(ALL)('%s by %s stays within its click limit', async (_name, way, journey) => {
  const { clicks, fields, acts } = await walk(journey, way);
  const { bound, best } = journey;
  const most = Math.min(
    'acts' in bound ? bound.acts : Infinity,
    best ? best.clicks + best.fields : Infinity
  );
  const isWithin = clicks + fields <= most && !('clicks' in bound && clicks > bound.clicks);
  expect({ acts, clicks, fields, isWithin }).toMatchObject({ isWithin: true });
});

/**
 * @returns what the way counted
 * @throws if the page does not offer an interaction, or the outcome is wrong
 */
async function walk(journey: Journey, way: string): Promise<ReturnType<User['count']>> {
  const server = await startServer({ args: ['--demo'] });
  try {
    const api = await new Api(server.url).as(ADMIN);
    const facts = await journey.prepare?.(api);
    const { page, close } = await openPage(server.url, browser);
    const user = new User(page);
    try {
      await loginOnPage(page, ADMIN);
      await page.waitForLoadState('networkidle');
      const seen = await journey.ways[way]!(user, facts);
      await journey.outcome(api, facts, seen);
      return user.count();
    } catch (error) {
      throw new Error(`${journey.title}, after ${user.count().acts.join(', ')}:`, { cause: error });
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}
