'use strict';
/**
 * One run of each kind: compare, tell the causes, print the share, and say whether it is enough.
 */
const { causes, told, waivers } = require('./causes');
const { startEngine } = require('./embedded');
const { startCluster, startProduct } = require('./peers');
const { requestCauses, toldRequest } = require('./question_answers');
const { askRequests } = require('./questions');
const { compareCalls } = require('./rest');

/**
 * @typedef {{ seed: number, most: number, port: number, release:
 *   import('../../scripts/lib/cluster/versions').Release, say: (line: string) => void }} Run
 */

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);
const countOf = (list, verdict) => list.filter((one) => one.verdict === verdict).length;

/** Each kind has a cluster of its own: what one leaves behind would answer the other. */
async function onCluster(run, what, work) {
  const started = await startCluster(run);
  try {
    run.say(`${what}, seed ${run.seed}, against OpenSearch ${run.release.version}`);
    return await work({ ...run, ...started });
  } finally {
    await started.stop();
  }
}

const withEngine = (run, what, work, settings) =>
  onCluster({ ...run, settings }, what, async (started) => {
    const { engine, stop } = await startEngine(run.release.line, settings);
    try {
      return await work({ ...started, engine });
    } finally {
      await stop();
    }
  });

/**
 * @param {Run} run
 * @param {number} calls
 * @param {number} goal percent
 * @returns {Promise<boolean>}
 */
async function runCalls(run, calls, goal) {
  if (calls === 0) return true;
  return onCluster(run, `${calls} calls`, async (started) => {
    const { product, admin, stop } = await startProduct(started, run.release.line);
    try {
      const findings = await compareCalls({ ...started, product, admin, calls });
      return printCalls(run, findings) >= goal;
    } finally {
      await stop();
    }
  });
}

/** @returns {number} the share that is equal */
function printCalls({ say, most, seed }, findings) {
  for (const cause of causes(findings).slice(0, most)) say(told(cause));
  const count = (verdict) => countOf(findings, verdict);
  const share = percent(count('equal') + count('waived'), findings.length);
  for (const waiver of waivers(findings)) say(told(waiver));
  say(
    `${share.toFixed(2)} % equal of ${findings.length} calls, ${count('waived')} of them on purpose otherwise; ${count('body')} differ in the body, ` +
      `${count('stored')} in what is stored, ${count('status')} in the status, ${count('outcome')} are success against failure (seed ${seed})`
  );
  return share;
}

/**
 * @param {Run} run
 * @param {number} requests
 * @param {number} goal percent
 * @returns {Promise<boolean>}
 */
async function runRequests(run, requests, goal) {
  if (requests === 0) return true;
  return withEngine(run, `${requests} questions`, async (started) => {
    const answered = await askRequests({ ...started, questions: requests });
    const { say, most, seed } = run;
    for (const cause of requestCauses(answered).slice(0, most)) say(toldRequest(cause));
    const count = (verdict) => countOf(answered, verdict);
    const share = percent(count('equal'), answered.length);
    say(
      `${share.toFixed(2)} % equal of ${answered.length} questions; ${count('let in')} allowed here and denied there, ` +
        `${count('kept out')} denied here and allowed there, ${count('other indices')} see other indices (seed ${seed})`
    );
    const tenants = answered.filter(({ operation }) => operation.isTenants);
    const tenantShare = percent(countOf(tenants, 'equal'), tenants.length);
    say(
      `${tenantShare.toFixed(2)} % of the ${tenants.length} about the dashboards index and its tenants`
    );
    return share >= goal;
  });
}

module.exports = { runCalls, runRequests };
