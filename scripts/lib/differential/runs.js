'use strict';
/**
 * One run per kind of comparison: compares, prints the causes and the share of equal results, and
 * returns whether the share is sufficient.
 */
const { causes, told, waivers } = require('./causes');
const { startEngine } = require('./embedded');
const { startCluster, startProduct } = require('./peers');
const { requestCauses, toldRequest } = require('./question_answers');
const { askRequests } = require('./questions');
const { compareCalls } = require('./rest');

/**
 * @typedef {{ seed: number, most: number, port: number, release:
 *   import('../cluster/versions').Release, say: (line: string) => void }} Run
 */

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);
const countOf = (list, verdict) => list.filter((one) => one.verdict === verdict).length;

/** Each run has its own cluster, because leftovers of one would affect another. */
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
 * @param {number} wanted percent
 * @returns {Promise<boolean>}
 */
async function runCalls(run, calls, wanted) {
  if (calls === 0) return true;
  return onCluster(run, `${calls} calls`, async (started) => {
    const { product, admin, stop } = await startProduct(started, run.release.line);
    try {
      const findings = await compareCalls({ ...started, product, admin, calls });
      return toldCalls(run, findings) >= wanted;
    } finally {
      await stop();
    }
  });
}

/** @returns {number} the share of equal responses */
function toldCalls({ say, most, seed }, findings) {
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
 * @param {number} wanted percent
 * @returns {Promise<boolean>}
 */
async function runRequests(run, requests, wanted) {
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
    return share >= wanted;
  });
}

/**
 * Half of the cases run with the setting by which one entry without restrictions overrides all
 * others.
 * @param {Run} run
 * @param {number} documents cases
 * @param {number} wanted percent
 * @returns {Promise<boolean>}
 */
async function runDocuments(run, documents, wanted) {
  if (documents === 0) return true;
  const { say, most, seed } = run;
  const compared = [];
  for (const dfm_empty_overrides_all of ['false', 'true']) {
    const what = `${Math.ceil(documents / 2)} people's documents (dfm_empty_overrides_all: ${dfm_empty_overrides_all})`;
    const half = await withEngine(
      run,
      what,
      (started) => compareDocuments({ ...started, documents: Math.ceil(documents / 2) }),
      { dfm_empty_overrides_all }
    );
    compared.push(...half);
  }
  const others = compared.filter(({ verdict }) => verdict !== 'equal');
  for (const one of others.slice(0, most)) say(toldDocuments(one));
  const share = percent(compared.length - others.length, compared.length);
  say(`${share.toFixed(2)} % equal of ${compared.length} people's documents (seed ${seed})`);
  return share >= wanted;
}

/** @param {Run} run @param {number} attempts @param {number} wanted percent */
async function runLimits(run, attempts, wanted) {
  if (attempts === 0) return true;
  return onCluster(run, `${attempts} attempts to sign in`, async (started) => {
    const { product, stop } = await startProduct(started, run.release.line);
    try {
      const compared = await compareLimits({ ...started, product, attempts });
      const others = compared.filter(isDifferent);
      for (const one of others.slice(0, run.most)) run.say(toldLimits(one));
      const share = percent(compared.length - others.length, compared.length);
      run.say(
        `${share.toFixed(2)} % equal of ${compared.length} attempts to sign in (seed ${run.seed})`
      );
      return share >= wanted;
    } finally {
      await stop();
    }
  });
}

module.exports = { runCalls, runDocuments, runLimits, runRequests };
