'use strict';
/**
 * Two weeks of an installation in use: teams whose roles grant far more than they need, and what
 * their people did, as the audit log of a cluster records it. The same seed gives the same result.
 */
const { SeededRandom } = require('../../lib/random');

const DAY_MS = 86_400_000;
const DAYS = 14;
const TEAMS = [
  'sales',
  'orders',
  'billing',
  'hr',
  'marketing',
  'support',
  'warehouse',
  'web',
  'catalog',
  'data',
  'finance',
  'legal',
  'mobile',
  'research',
  'returns',
  'fraud',
];
/** Shared data, besides that of each team. */
const SHARED = ['logs', 'metrics', 'traces'];
const SEARCH = 'indices:data/read/search';
const GET = 'indices:data/read/get';
const MSEARCH = 'indices:data/read/msearch';
const MGET = 'indices:data/read/mget';
const INDEX = 'indices:data/write/index';
const UPDATE = 'indices:data/write/update';
const BULK = 'indices:data/write/bulk';
const DELETE = 'indices:data/write/delete';

/** What people do: requests by weight. */
const HABITS = {
  dashboards: { [SEARCH]: 6, [MSEARCH]: 3, 'indices:data/read/field_caps': 1 },
  lookups: { [GET]: 4, [SEARCH]: 3, [MGET]: 1 },
  exports: { [SEARCH]: 2, 'indices:data/read/scroll': 4 },
  entry: { [INDEX]: 4, [GET]: 2 },
  removal: { [DELETE]: 1, [SEARCH]: 2 },
  corrections: { [UPDATE]: 2, [SEARCH]: 1 },
  imports: { [BULK]: 1 },
  care: { 'indices:monitor/stats': 2, 'indices:admin/mappings/get': 2, 'indices:admin/get': 1 },
  watch: { 'cluster:monitor/health': 3, 'cluster:monitor/nodes/stats': 1 },
};
const READING = ['dashboards', 'lookups', 'exports'];
const WRITING = ['entry', 'entry', 'removal', 'care'];
/** Their events name no index. */
const UNPLACED = /\/(scroll|msearch|mget|bulk)$|^cluster:/;
/** Further permissions that are checked for a request, on the same index. */
const STEPS = {
  [MSEARCH]: [SEARCH],
  [MGET]: ['indices:data/read/mget[shard]'],
  'indices:data/read/field_caps': ['indices:data/read/field_caps[index]'],
  [INDEX]: [BULK],
  [UPDATE]: [BULK],
  [DELETE]: [BULK],
};

const entry = (patterns, actions, more = {}) => ({
  index_patterns: patterns,
  allowed_actions: actions,
  ...more,
});
const day = (atMs) => new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '.');

/**
 * @typedef {object} Person
 * @property {string} name
 * @property {string[]} backendRoles
 * @property {boolean} isInternal whether it is an internal user, not one of a directory
 * @property {boolean} [isService]
 * @property {{habit: string, area: string}[]} habits
 *
 * @typedef {object} Request one that was allowed
 * @property {number} atMs epoch milliseconds
 * @property {string} user
 * @property {string} action
 * @property {string} index
 */

class TeamActivity {
  /**
   * @param {object} given
   * @param {number} given.seed
   * @param {number} given.untilMs epoch milliseconds
   * @param {number} [given.people]
   * @param {string} [given.prefix] of all names
   * @param {number} [given.fromDirectory] share of people who are no internal users
   */
  constructor({ seed, untilMs, people = 200, prefix = '', fromDirectory = 0 }) {
    this.random = new SeededRandom(seed);
    this.prefix = prefix;
    this.fromDirectory = fromDirectory;
    this.firstDayMs = untilMs - (untilMs % DAY_MS) - DAYS * DAY_MS;
    /** @type {string[]} */
    this.indices = [...TEAMS, ...SHARED].flatMap((area) => this.indicesOf(area));
    /** @type {Record<string, object>} */
    this.roles = {};
    /** @type {Record<string, {backend_roles: string[]}>} */
    this.rolesmapping = {};
    for (const team of TEAMS) this.addRole(`${team}_team`, this.teamRole(team));
    this.addRole('reporting', {
      cluster_permissions: ['cluster_composite_ops_ro'],
      index_permissions: [entry(['*'], ['read'])],
    });
    this.addRole('operations', {
      cluster_permissions: ['*'],
      index_permissions: [entry(['*'], ['*'])],
    });
    for (const team of TEAMS)
      this.addRole(`${team}_service`, {
        cluster_permissions: ['cluster_composite_ops', 'cluster_monitor', 'manage_snapshots'],
        index_permissions: [
          entry([`${prefix}${team}-*`], ['crud', 'create_index', 'manage']),
          entry([`${prefix}logs-*`, `${prefix}metrics-*`], ['indices_all']),
        ],
      });
    /** @type {Person[]} */
    this.people = [
      ...Array.from({ length: people }, (_, n) => this.person(n)),
      ...TEAMS.map((team) => this.service(team)),
    ];
  }

  addRole(name, role) {
    this.roles[this.prefix + name] = role;
    this.rolesmapping[this.prefix + name] = { backend_roles: [this.prefix + name] };
  }

  indicesOf(area) {
    const start = `${this.prefix}${area}`;
    const daily = Array.from({ length: DAYS }, (_, n) => day(this.firstDayMs + n * DAY_MS));
    return [`${start}-master`, `${start}-archive-2025`, ...daily.map((one) => `${start}-${one}`)];
  }

  /** Grants of the kind that grow over years: whole groups, and the data of other teams. */
  teamRole(team) {
    const { random, prefix } = this;
    const others = random.some(
      TEAMS.filter((one) => one !== team),
      4
    );
    return {
      cluster_permissions: random.pick([
        ['cluster_composite_ops', 'cluster_monitor'],
        [
          'cluster_composite_ops',
          'cluster_monitor',
          'manage_snapshots',
          'cluster_manage_pipelines',
        ],
        ['cluster_all'],
      ]),
      index_permissions: [
        entry(
          [`${prefix}${team}-*`],
          random.pick([['crud', 'create_index', 'manage'], ['indices_all'], ['*']])
        ),
        entry(
          others.map((one) => `${prefix}${one}-*`),
          random.pick([['read'], ['crud', 'indices_monitor'], ['read', 'write', 'manage']])
        ),
        entry(
          SHARED.map((one) => `${prefix}${one}-*`),
          random.pick([['read', 'indices_monitor'], ['indices_all']])
        ),
        ...(random.chance(0.3) ? [entry([`${prefix}notes-\${user.name}`], ['crud'])] : []),
        ...(random.chance(0.3)
          ? [entry([`${prefix}customers`], ['read'], { dls: `{"term":{"team":"${team}"}}` })]
          : []),
      ],
    };
  }

  person(n) {
    const { random, prefix } = this;
    const name = `${prefix}person_${n}`;
    const isInternal = !random.chance(this.fromDirectory);
    const team = TEAMS[n % TEAMS.length];
    const [, neighbours] = this.roles[`${prefix}${team}_team`].index_permissions;
    const [own, logs] = [prefix + team, `${prefix}logs`];
    const areas = [own, neighbours.index_patterns[0].replace(/-\*$/, ''), logs];
    const isOperator = n % 25 === 24;
    return {
      name,
      isInternal,
      backendRoles: [
        `${prefix}${team}_team`,
        ...(random.chance(0.15) ? [`${prefix}reporting`] : []),
        ...(isOperator ? [`${prefix}operations`] : []),
      ],
      habits: [
        { habit: random.pick(READING), area: own },
        { habit: random.pick([...READING, ...WRITING]), area: own },
        ...(n % 50 === 49 ? [{ habit: 'corrections', area: own }] : []),
        { habit: 'dashboards', area: random.pick(areas) },
        ...(isOperator
          ? [
              { habit: 'care', area: `${prefix}metrics` },
              { habit: 'watch', area: own },
            ]
          : []),
      ],
    };
  }

  /** Writes what machines report, with bulk requests. */
  service(team) {
    const area = this.prefix + team;
    return {
      name: `${area}_writer`,
      isInternal: true,
      isService: true,
      backendRoles: [`${area}_service`],
      habits: ['imports', 'imports', 'corrections'].map((habit) => ({ habit, area })),
    };
  }

  /** @returns {Request[]} */
  requests() {
    return this.people.flatMap((person) =>
      Array.from({ length: DAYS }, (_, n) => this.requestsOf(person, n)).flat()
    );
  }

  requestsOf({ name, habits, isService = false }, dayNumber) {
    const { random, firstDayMs } = this;
    const dayMs = firstDayMs + dayNumber * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
    // One in ten is away or works elsewhere; at weekends nearly everybody is.
    if (!isService && random.chance(isWeekend ? 0.95 : 0.1)) return [];
    return Array.from({ length: 3 + random.below(8) }, () => {
      const { habit, area } = random.pick(habits);
      const action = random.weighted(HABITS[habit]);
      const today = `${area}-${day(dayMs)}`;
      const yesterday = `${area}-${day(Math.max(firstDayMs, dayMs - DAY_MS))}`;
      const index = random.pick([today, today, yesterday, `${area}-master`]);
      return { atMs: dayMs + 25_200_000 + random.below(39_600_000), user: name, action, index };
    });
  }

  /** Audit events as 2.19.3 and 3.4.0 write them. @param {Request} request */
  eventsOf({ atMs, user, action, index }) {
    return [action, ...(STEPS[action] ?? [])].map((checked) => ({
      audit_cluster_name: 'demo',
      audit_category: 'GRANTED_PRIVILEGES',
      audit_request_origin: 'REST',
      audit_request_layer: 'TRANSPORT',
      '@timestamp': new Date(atMs).toISOString().replace('Z', '+00:00'),
      audit_request_effective_user: user,
      audit_request_privilege: checked,
      ...(!UNPLACED.test(checked) && {
        audit_trace_indices: [index],
        audit_trace_resolved_indices: [index],
      }),
      audit_format_version: 4,
    }));
  }
}

module.exports = { TeamActivity, DAYS };
