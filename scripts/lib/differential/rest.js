'use strict';
/**
 * Sends the same calls to both sides and keeps their state alike, so that one difference is counted
 * once.
 */
const { API, JSON_TYPE, peopleOf } = require('./people');
const { KINDS, VALID } = require('./bodies');
const { randomCall, NAMES } = require('./calls');
const { verdictOf } = require('./compare');
const { Dice } = require('./dice');
const { waiverOf } = require('./waivers');

/**
 * @typedef {{ call: import('./calls').Call, verdict: import('./compare').Verdict | 'waived',
 *   waiver?: string, ours: import('./side').HttpAnswer, theirs: import('./side').HttpAnswer }}
 *   Finding
 */

/**
 * @param {{ product: import('./side').Side, cluster: import('./side').Side, admin: string, seed:
 *   number, calls: number, seeds: Readonly<Record<string, Readonly<Record<string, object>>>>,
 *   progress?: (done: number) => void }} options `seeds`: entities that both began with, by kind
 *   and name
 * @returns {Promise<Finding[]>} one for each call
 */
async function compareCalls({ product, cluster, admin, seeds, seed, calls, progress = () => {} }) {
  const dice = new Dice(seed);
  const people = peopleOf(admin);
  const state = new State(product, cluster, admin, seeds);
  await state.begin(dice);
  const findings = [];
  for (let done = 0; done < calls; done++) {
    const call = randomCall(dice, product.hasCertificate);
    const [ours, theirs] = await Promise.all(
      [product, cluster].map((side) => side.call(people[call.who], call))
    );
    const found = verdictOf(ours, theirs, call.method, call.path);
    const waiver = found === 'equal' ? undefined : waiverOf({ call, ours, theirs });
    const verdict = waiver === undefined ? found : 'waived';
    findings.push({ call, verdict, waiver, ours, theirs });
    await state.keepAlike(call, ours, theirs, verdict);
    progress(done + 1);
  }
  return findings;
}

const WRITES = new Set(['PUT', 'PATCH', 'DELETE', 'POST']);
/** Documents of which there is always one, and how it is put back. */
const DOCUMENTS = {
  audit: `${API}/audit/config`,
  tenancy: `${API}/tenancy/config`,
  allowlist: `${API}/allowlist`,
};

class State {
  constructor(product, cluster, admin, seeds) {
    this.product = product;
    this.cluster = cluster;
    this.seeds = seeds;
    this.superAdmin = peopleOf(admin).restAdmin;
  }

  /** Something of each kind to begin with, and the same where each ships its own. */
  async begin(dice) {
    for (const kind of Object.keys(DOCUMENTS)) await this.documentAlike(kind);
    for (const kind of KINDS)
      for (const name of NAMES.slice(0, 3)) {
        const entity =
          kind === 'internalusers' ? { password: 'Vintage-Tractor-42' } : VALID[kind](dice);
        await this.put(`${API}/${kind}/${name}`, entity);
      }
  }

  /**
   * After answers that differ, or a write that both took, what they hold is made the same again.
   */
  async keepAlike({ kind, name, method }, ours, theirs, verdict) {
    const wrote = WRITES.has(method) && (ours.status < 400 || theirs.status < 400);
    if (!wrote) return;
    if (this.seeds[kind]?.[name])
      return void (await this.put(`${API}/${kind}/${name}`, this.seeds[kind][name]));
    if (verdict === 'equal' && method !== 'PATCH') return;
    if (KINDS.includes(kind)) await this.alike(kind, name === undefined ? NAMES : [name]);
    else if (DOCUMENTS[kind]) await this.documentAlike(kind);
    else if (kind === 'nodesdn') await this.alike('nodesdn', ['n1', 'n2']);
  }

  async alike(kind, names) {
    for (const name of names) {
      const path = `${API}/${kind}/${name}`;
      const [here, there] = await this.both({ method: 'GET', path });
      if (verdictOf(here, there, 'GET') === 'equal') continue;
      await this.both({ method: 'DELETE', path });
    }
  }

  async documentAlike(kind) {
    const path = DOCUMENTS[kind];
    const [here, there] = await this.both({
      method: 'GET',
      path: kind === 'audit' ? `${API}/audit` : path,
    });
    if (verdictOf(here, there, 'GET') === 'equal') return;
    // A cluster's audit configuration can be gone altogether.
    const known = [there, here].map(({ body }) => (kind === 'tenancy' ? body : body?.config));
    await this.put(path, known[0] ?? known[1]);
  }

  put(path, body) {
    return this.both({ method: 'PUT', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  }

  both(call) {
    return Promise.all([
      this.product.call(this.superAdmin, call),
      this.cluster.call({ certificate: true }, call),
    ]);
  }
}

module.exports = { compareCalls };
