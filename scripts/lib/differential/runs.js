'use strict';
/** One run of each kind: compare, tell the causes, print the share, and say whether it is enough. */
const { causes, told, waivers } = require('./causes');
const { startEngine } = require('./embedded');
const { startProduct } = require('./peers');
const { questionCauses, toldQuestion } = require('./question_answers');
const { askQuestions } = require('./questions');
const { compareCalls } = require('./rest');

/**
 * @typedef {{ cluster: import('./side').Side, dir: string, files: string, seeds: object, seed: number, most: number,
 *   release: import('../cluster/versions').Release, say: (line: string) => void }} Run
 */

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);

/** @param {Run} run @param {number} calls @param {number} wanted percent @returns {Promise<boolean>} */
async function runCalls(run, calls, wanted) {
  if (calls === 0) return true;
  const { release, seed, say } = run;
  const { product, admin, stop } = await startProduct(run, release.line);
  try {
    say(`${calls} calls, seed ${seed}, against OpenSearch ${release.version}`);
    const findings = await compareCalls({ ...run, product, admin, calls });
    for (const cause of causes(findings).slice(0, run.most)) say(told(cause));
    const count = (verdict) => findings.filter((one) => one.verdict === verdict).length;
    const share = percent(count('equal') + count('waived'), findings.length);
    for (const [name, times] of waivers(findings)) say(`${times} × on purpose: ${name}`);
    say(
      `${share.toFixed(2)} % equal of ${findings.length} calls, ${count('waived')} of them on purpose otherwise; ${count('body')} differ in the body, ` +
        `${count('status')} in the status, ${count('outcome')} are success against failure (seed ${seed})`
    );
    return share >= wanted;
  } finally {
    await stop();
  }
}

/** @param {Run} run @param {number} questions @param {number} wanted percent @returns {Promise<boolean>} */
async function runQuestions(run, questions, wanted) {
  if (questions === 0) return true;
  const { cluster, release, seed, say } = run;
  const { engine, stop } = await startEngine(release.line);
  try {
    say(`${questions} questions, seed ${seed}, against OpenSearch ${release.version}`);
    const answered = await askQuestions({ cluster, engine, seed, questions });
    for (const cause of questionCauses(answered).slice(0, run.most)) say(toldQuestion(cause));
    const count = (verdict) => answered.filter((one) => one.verdict === verdict).length;
    const share = percent(count('equal'), answered.length);
    say(
      `${share.toFixed(2)} % equal of ${answered.length} questions; ${count('let in')} allowed here and denied there, ` +
        `${count('kept out')} denied here and allowed there, ${count('other indices')} see other indices (seed ${seed})`
    );
    return share >= wanted;
  } finally {
    await stop();
  }
}

module.exports = { runCalls, runQuestions };
