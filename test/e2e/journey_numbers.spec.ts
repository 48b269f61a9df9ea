/**
 * The journeys of administrators as numbers: each is walked in Chromium with its acts counted, must
 * stay within its bound and at or below the best of the others, and must have done what was wanted,
 * by the word of the API. Seconds are figures of `npm run bench -- --only=journeys`. How to add
 * one: `scripts/lib/bench/journeys/run.js`.
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

it('has journeys, each by mouse', () => {
  expect(ALL.length).toBeGreaterThan(4);
  for (const { ways } of journeys()) expect(Object.keys(ways)).toContain('mouse');
});

it.each(ALL)('%s by %s takes no more clicks than it may', async (_name, way, journey) => {
  const measured = await walk(journey, way, browser);
  expect({ acts: measured.acts, tooMuch: excesses(journey, measured) }).toEqual({
    acts: measured.acts,
    tooMuch: [],
  });
});
