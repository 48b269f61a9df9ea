'use strict';
/**
 * Measures the time until a page shows its first row, and the sequential rounds of requests needed.
 */

/**
 * Runs in the page before any other script and records when a matching element is first painted.
 */
function watchFor(selector) {
  const found = () => document.querySelector(selector) !== null;
  const observer = new MutationObserver(() => {
    if (!found()) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(window, { shownAtMs: performance.now() }))
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * @param {import('playwright-core').BrowserContext} context logged in
 * @param {string} address
 * @param {{ selector: string, latencyMs?: number }} options `selector`: of a cell of the list
 * @returns {Promise<{ ms: number, rounds: number, table: string }>} the time from the navigation to
 *   the frame with the row, and the rounds until then
 */
async function firstRow(context, address, { selector, latencyMs = 0 }) {
  const page = await context.newPage();
  try {
    await page.addInitScript(watchFor, selector);
    const log = await recordRequests(page, latencyMs);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'shownAtMs' in window, undefined, { timeout: 60_000 });
    const ms = await page.evaluate(() => window.shownAtMs);
    return { ms, ...roundsUntil(log, ms) };
  } finally {
    await page.close();
  }
}

async function recordRequests(page, latencyMs) {
  const session = await page.context().newCDPSession(page);
  const log = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) =>
    log.set(requestId, { url: request.url, startMs: timestamp * 1000 })
  );
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const entry = log.get(requestId);
    if (entry) entry.fromCache = response.fromDiskCache || response.fromPrefetchCache;
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const entry = log.get(requestId);
    if (entry) entry.fromCache = true;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const entry = log.get(requestId);
    if (entry) entry.endMs = timestamp * 1000;
  });
  await session.send('Network.enable');
  if (latencyMs > 0)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  return log;
}

/**
 * A request belongs to the round after the latest request that had ended when it started. It may
 * not have depended on that request, so the result is an upper bound.
 */
function roundsUntil(log, shownAtMs) {
  const entries = [...log.values()].filter(({ url }) => url.startsWith('http'));
  const originMs = Math.min(...entries.map(({ startMs }) => startMs));
  const needed = entries
    .filter(({ endMs }) => endMs !== undefined && endMs - originMs <= shownAtMs)
    .sort((a, b) => a.startMs - b.startMs);
  for (const entry of needed) {
    const before = needed.filter(({ endMs }) => endMs <= entry.startMs);
    entry.round = 1 + Math.max(0, ...before.map(({ round = 0 }) => round));
  }
  const table = needed
    .map(({ round, startMs, endMs, fromCache, url }) =>
      [
        round,
        (startMs - originMs).toFixed(0).padStart(5),
        (endMs - originMs).toFixed(0).padStart(5),
        fromCache ? 'cache' : '     ',
        new URL(url).pathname,
      ].join(' ')
    )
    .join('\n');
  return { rounds: Math.max(...needed.map(({ round }) => round)), table };
}

module.exports = { firstRow };
