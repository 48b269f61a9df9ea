/**
 * Click counts of the administrator journeys. Each journey runs in Chromium, must stay within its
 * limit and at or below the best competitor, and must reach its goal according to the API. `npm run
 * bench -- --only=journeys` measures the times. To add a journey, see
 * `scripts/lib/bench/journeys/run.js`.
 */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/runtime/chromium_page';
import { excesses, journeys, walk } from '../../scripts/lib/bench/journeys/run';

jest.setTimeout(120_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const ALL = journeys().flatMap((journey) =>
  Object.keys(journey.ways).map((way) => [journey.name, way, journey] as const)
);

it('finds journeys, each of them walkable by mouse', () => {
  expect(ALL.length).toBeGreaterThan(4);
  for (const { ways } of journeys()) expect(Object.keys(ways)).toContain('mouse');
});

it.each(ALL)('%s by %s stays within its click limit', async (_name, way, journey) => {
  const measured = await walk(journey, way, browser);
  expect({ acts: measured.acts, tooMuch: excesses(journey, measured) }).toEqual({
    acts: measured.acts,
    tooMuch: [],
  });
});
