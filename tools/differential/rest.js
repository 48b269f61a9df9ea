'use strict';
/** Sends the same requests to both sides, and keeps their state equal: a difference counts once. */
const { API, DYNAMIC, JSON_TYPE, usersOf } = require('./people');
const { KINDS, VALID } = require('./bodies');
const { randomCall, NAMES } = require('./calls');
const { verdictOf } = require('./compare');
const { SeededRandom } = require('../lib/random');
const { waiverOf } = require('./accepted_differences');

/**
 * @typedef {{ call: import('./calls').Call, verdict: import('./compare').Verdict | 'waived',
 *   waiver?: string, ours: import('./target').HttpAnswer, theirs: import('./target').HttpAnswer }}
 *   Finding
 */

/**
 * @param {{ product: import('./target').ComparedServer, cluster: import('./target').ComparedServer,
 *   admin: string, seed: number, calls: number, seeds: Readonly<Record<string,
 *   Readonly<Record<string, object>>>>, progress?: (done: number) => void }} options `seeds`:
 *   initial entities of both sides by type and name
 * @returns {Promise<Finding[]>} one per request
 */
async function compareCalls({ product, cluster, admin, seeds, seed, calls, progress = () => {} }) {
  const dice = new SeededRandom(seed);
  const users = usersOf(admin);
  const state = new State(product, cluster, seeds);
  await state.begin(dice);
  const findings = [];
  for (let done = 0; done < calls; done++) {
    const call = randomCall(dice);
    const [ours, theirs] = await Promise.all(
      [product, cluster].map((side) => side.call(users[call.who], call))
    );
    const difference = { call, ours, theirs };
    const stored = await state.keepAlike(call, ours, theirs);
    findings.push(withVerdict(difference, verdictOf(ours, theirs, call.method, call.path), stored));
    progress(done + 1);
  }
  return findings;
}

/** Equal responses are judged by the stored state. */
function withVerdict(difference, answered, stored) {
  const found = answered === 'equal' && stored ? { ...difference, ...stored } : difference;
  if (answered === 'equal' && !stored) return { ...difference, verdict: 'equal' };
  const waiver = waiverOf(found);
  if (waiver !== undefined) return { ...found, verdict: 'waived', waiver };
  return { ...found, verdict: answered === 'equal' ? 'stored' : answered };
}

const WRITES = new Set(['PUT', 'PATCH', 'DELETE', 'POST']);
/** Documents that always exist, with the paths to read and restore them. */
const DOCUMENTS = {
  audit: { read: `${API}/audit`, write: `${API}/audit/config` },
  tenancy: { read: `${API}/tenancy/config`, write: `${API}/tenancy/config` },
  allowlist: { read: `${API}/allowlist`, write: `${API}/allowlist` },
  securityconfig: { read: `${API}/securityconfig`, write: `${API}/securityconfig/config` },
};
/** Content to restore if the documents of both sides are unusable. */
const KNOWN_GOOD = {
  audit: { enabled: true },
  tenancy: {
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    default_tenant: '',
    sign_in_options: ['BASIC'],
  },
  allowlist: { enabled: false, requests: {} },
  securityconfig: { dynamic: DYNAMIC },
};
/** The document that contains the changed entity. */
const documentOf = (kind) => (kind === 'listeners' ? 'securityconfig' : kind);

/** The entity type that requests of a kind change. */
const TYPES = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, kind])),
  nodesdn: 'nodesdn',
  tokens: 'internalusers',
};

/** A cluster stores the change first and then reports that it cannot load it. */
const isHalfDone = ({ status, text }) => status === 500 && text.includes('Error Failed node');

/** The caller that restores the state; no configuration can lock it out. */
const SUPER_ADMIN = { certificate: true };

const only = ({ status, body }, name) => {
  const part = Object.hasOwn(body, name) ? { [name]: body[name] } : {};
  return { status, body: part, text: JSON.stringify(part) };
};

class State {
  constructor(product, cluster, seeds) {
    this.product = product;
    this.cluster = cluster;
    this.seeds = seeds;
  }

  /** Creates entities of each type, and equalizes those that each side ships. */
  async begin(dice) {
    for (const kind of Object.keys(DOCUMENTS)) await this.documentAlike(kind);
    for (const kind of KINDS)
      for (const name of NAMES.slice(0, 3)) {
        const entity =
          kind === 'internalusers' ? { password: 'Vintage-Tractor-42' } : VALID[kind](dice);
        await this.put(`${API}/${kind}/${name}`, entity);
      }
    for (const kind of KINDS) await this.alike(kind);
  }

  /**
   * Equalizes the state of both sides after a write.
   * @returns {Promise<undefined | { ours: import('./target').HttpAnswer, theirs:
   *   import('./target').HttpAnswer }>} the difference found before
   */
  async keepAlike({ kind, name, method, body = '' }, ours, theirs) {
    const wrote =
      WRITES.has(method) && (ours.status < 400 || theirs.status < 400 || isHalfDone(theirs));
    if (!wrote) return undefined;
    if (DOCUMENTS[documentOf(kind)]) return this.documentAlike(documentOf(kind));
    const type = TYPES[kind];
    if (type === undefined) return undefined;
    if (ours.text.includes('is static.')) await this.withoutCopies(type, `${name} ${body}`);
    const different = await this.alike(type);
    for (const [known, entity] of Object.entries(this.seeds[type] ?? {}))
      if (known === name || body.includes(`"/${known}`))
        await this.put(`${API}/${type}/${known}`, entity);
    return different;
  }

  /**
   * Deletes changed copies of static entries, because they prevent a 2.19 cluster from ever loading
   * again.
   */
  async withoutCopies(type, words) {
    const path = `${API}/${type}`;
    const { body } = await this.product.call(SUPER_ADMIN, { method: 'GET', path });
    const copied = Object.keys(body).filter((name) => body[name].static && words.includes(name));
    for (const name of copied)
      await this.cluster.call(SUPER_ADMIN, { method: 'DELETE', path: `${path}/${name}` });
  }

  async alike(type) {
    const path = `${API}/${type}`;
    const [here, there] = await this.both({ method: 'GET', path });
    let different;
    for (const name of new Set([...Object.keys(here.body), ...Object.keys(there.body)])) {
      const [ours, theirs] = [here, there].map((response) => only(response, name));
      const isShipped = !NAMES.includes(name) && (ours.body[name] ?? theirs.body[name]).reserved;
      if (isShipped || verdictOf(ours, theirs, 'GET') === 'equal') continue;
      different ??= { ours, theirs };
      await this.both({ method: 'DELETE', path: `${path}/${encodeURIComponent(name)}` });
    }
    return different;
  }

  async documentAlike(kind) {
    const { read, write } = DOCUMENTS[kind];
    const [ours, theirs] = await this.both({ method: 'GET', path: read });
    if (verdictOf(ours, theirs, 'GET') === 'equal') return undefined;
    await this.put(write, KNOWN_GOOD[kind]);
    return { ours, theirs };
  }

  put(path, body) {
    return this.both({ method: 'PUT', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  }

  both(call) {
    return Promise.all([this.product, this.cluster].map((side) => side.call(SUPER_ADMIN, call)));
  }
}

module.exports = { compareCalls };
