'use strict';
/** Permitted imports of each folder: the table of docs/architecture.md, as path patterns. */

const CONTRACTS = 'src/contracts/';
/** The entry point `@sd/contracts`. */
const CONTRACTS_ENTRY = 'src/contracts/index.ts';
const API = 'src/backend/api/';
const SCHEDULING = 'src/backend/scheduling/';
const TEXT_SEARCH = 'src/backend/text_search/';
const MODEL = 'src/backend/model/';
const ACCESS = 'src/backend/access/';
/**
 * Types, checks and effects of configuration changes, shared by backends that apply them and by
 * decorators.
 */
const CHANGES = 'src/backend/changes/';
/** Promises about access that changes must keep. */
const GUARDRAILS = 'src/backend/guardrails/';
const DECORATORS = 'src/backend/decorators/';
/** Lists over entities that a backend holds in memory. */
const ENTITY_SEARCH = 'src/backend/entity_search/';
/** Rules that look for risky, unused and broken entries. */
const FINDINGS = 'src/backend/findings/';
/** What users did, from audit events. */
const ACTIVITY = 'src/backend/activity/';
const LOGIN = 'src/backend/login/';
const WORKERS = 'src/workers/index.ts';
const COMMON = 'src/core/common/';
const SERVER = 'src/core/server/';
/** Everything below core's server; package.json holds the version of the product. */
const BELOW_SERVER = [COMMON, CONTRACTS, `${API}index.ts`, WORKERS, 'package.json'];
/** Connects a backend and the server; no other part of core names a backend. */
const COMPOSITION = 'src/core/server/backend/';

/**
 * @typedef {{ room: string, except?: string, sees: readonly string[], says?: string }} Layer
 *   `says`: the row in words
 */

/** @type {readonly Layer[]} */
const LAYERS = [
  { room: CONTRACTS, sees: [] },
  { room: 'src/workers/', sees: [CONTRACTS] },
  { room: API, sees: [CONTRACTS] },
  { room: SCHEDULING, sees: [CONTRACTS] },
  { room: TEXT_SEARCH, sees: [CONTRACTS, API] },
  { room: MODEL, sees: [CONTRACTS, API, SCHEDULING] },
  { room: ACCESS, sees: [CONTRACTS, API, SCHEDULING, MODEL, WORKERS] },
  { room: CHANGES, sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS, GUARDRAILS] },
  { room: ENTITY_SEARCH, sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS] },
  { room: GUARDRAILS, sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS] },
  { room: ACTIVITY, sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS] },
  {
    room: FINDINGS,
    sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS, GUARDRAILS, ACTIVITY, WORKERS],
  },
  { room: LOGIN, sees: [CONTRACTS, API, MODEL] },
  { room: DECORATORS, sees: [CONTRACTS, API, SCHEDULING, MODEL, ACCESS, CHANGES] },
  ...['src/backend/embedded/', 'src/backend/opensearch/'].map((room) => ({
    room,
    sees: [
      CONTRACTS,
      API,
      SCHEDULING,
      TEXT_SEARCH,
      MODEL,
      ACCESS,
      CHANGES,
      ENTITY_SEARCH,
      LOGIN,
      DECORATORS,
      FINDINGS,
      GUARDRAILS,
      ACTIVITY,
      WORKERS,
    ],
  })),
  {
    // Migration between a data folder and a cluster.
    room: 'src/backend/migration/',
    sees: [
      CONTRACTS,
      API,
      SCHEDULING,
      MODEL,
      ACCESS,
      CHANGES,
      GUARDRAILS,
      FINDINGS,
      ACTIVITY,
      'src/backend/embedded/',
      'src/backend/opensearch/',
    ],
  },
  { room: COMMON, sees: [CONTRACTS] },
  { room: 'src/core/public/', sees: [CONTRACTS, COMMON] },
  { room: SERVER, except: COMPOSITION, sees: BELOW_SERVER },
  {
    room: COMPOSITION,
    sees: [SERVER, ...BELOW_SERVER, 'src/backend/(embedded|opensearch|decorators)/index.ts'],
  },
  { room: 'src/ui_kit/', sees: [CONTRACTS_ENTRY, 'src/core/(common|public)/index.ts'] },
];

/**
 * The layers of one plugin. Of other plugins it may import only the index, and only if its manifest
 * names them.
 * @param {{ dir: string, uses: readonly string[] }} plugin folders relative to the root; `uses`:
 *   the plugins its manifest names
 * @returns {Layer[]}
 */
function layersOfPlugin({ dir, uses }) {
  const side = (zone, more, moreSaid) => ({
    room: `${dir}/${zone}/`,
    sees: [
      `${dir}/(common/|plugin.json)`,
      CONTRACTS_ENTRY,
      `src/core/(common|${zone})/index.ts`,
      ...uses.map((other) => `${other}/${zone}/index.tsx?`),
      ...more,
    ],
    says: `a plugin's ${zone} part sees itself, its common part, @sd/contracts, @sd/core/{common,${zone}}${moreSaid} and the ${zone} index of plugins that its plugin.json names`,
  });
  return [
    {
      room: `${dir}/common/`,
      sees: [CONTRACTS_ENTRY, 'src/core/common/index.ts'],
      says: "a plugin's common part sees itself, @sd/contracts and @sd/core/common",
    },
    side('public', ['src/ui_kit/index.ts'], ', @sd/ui_kit'),
    side('server', [], ''),
  ];
}

module.exports = { LAYERS, layersOfPlugin };
