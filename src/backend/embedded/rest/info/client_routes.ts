/** The requests that clients of a cluster send first: `GET /` and `GET /_cat/nodes`. */
import { freemem, loadavg, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Compatibility } from '../../../api/settings';
import type { EngineResponse } from '../../../api/engine';
import { isFormatRequested } from '../responses/response_format';
import { coreError, json, refuseIf, text } from '../../../model/responses';
import {
  CLUSTER_NAME,
  hasClusterPermission,
  getNodeId,
  noPermissions,
} from '../request/caller_info';
import {
  queryFlag,
  queryValue,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';

/** The releases against which this engine was compared. */
const ENGINE_VERSIONS: Readonly<Record<Compatibility, string>> = {
  '2.19': '2.19.3',
  '3.4': '3.4.0',
};

export const clientRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET', 'HEAD'],
    path: '//',
    access: 'authenticated',
    handler: (call) => mainInfo(deps, call),
  },
  {
    methods: ['GET'],
    path: '//_cat/nodes',
    access: 'authenticated',
    query: [
      'bytes',
      'full_id',
      'h',
      'help',
      'local',
      'cluster_manager_timeout',
      'master_timeout',
      'pri',
      's',
      'size',
      'time',
      'timeout',
      'ts',
      'v',
    ],
    handler: (call) => nodes(deps, call),
  },
];

function requirePermission(
  { rules }: RestDeps,
  call: RequestContext,
  action: string
): EngineResponse | undefined {
  if (hasClusterPermission(rules, call, action)) return undefined;
  return coreError(403, 'security_exception', noPermissions(call, action));
}

/** Requires `cluster:monitor/main`, as on a cluster. */
function mainInfo(deps: RestDeps, call: RequestContext): EngineResponse {
  refuseIf(requirePermission(deps, call, 'cluster:monitor/main'));
  const { store, settings } = deps;
  return json(200, {
    name: CLUSTER_NAME,
    cluster_name: CLUSTER_NAME,
    cluster_uuid: store.meta('cluster_uuid') ?? '',
    version: {
      distribution: 'opensearch',
      number: ENGINE_VERSIONS[settings.compatibility],
      build_type: 'embedded',
      build_hash: 'unknown',
      build_date: 'unknown',
      build_snapshot: false,
      lucene_version: 'none',
      minimum_wire_compatibility_version: '2.19.0',
      minimum_index_compatibility_version: '2.0.0',
    },
    tagline: 'The OpenSearch Project: https://opensearch.org/',
  });
}

interface Column {
  readonly about: string;
  /** Shown only on request. */
  readonly isHidden?: true;
  readonly isNumber?: true;
  /** `undefined` if there is no value, because this is not a data node. */
  readonly value: (deps: RestDeps) => string | undefined;
}

const percent = (part: number, whole: number): string => String(Math.round((100 * part) / whole));
const load = (at: number) => (): string => (loadavg()[at] ?? 0).toFixed(2);
const heapPercent = (): string => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return percent(used, limit);
};

const COLUMNS: Readonly<Record<string, Column>> = {
  id: {
    about: 'unique node id',
    isHidden: true,
    value: ({ store }) => getNodeId(store).slice(0, 4),
  },
  pid: { about: 'process id', isHidden: true, isNumber: true, value: () => String(process.pid) },
  ip: { about: 'ip address', value: () => undefined },
  version: {
    about: 'version',
    isHidden: true,
    value: ({ settings }) => ENGINE_VERSIONS[settings.compatibility],
  },
  'heap.percent': { about: 'used heap ratio', isNumber: true, value: heapPercent },
  'ram.percent': {
    about: 'used machine memory ratio',
    isNumber: true,
    value: () => percent(totalmem() - freemem(), totalmem()),
  },
  cpu: { about: 'recent cpu usage', isNumber: true, value: () => undefined },
  load_1m: { about: '1m load avg', isNumber: true, value: load(0) },
  load_5m: { about: '5m load avg', isNumber: true, value: load(1) },
  load_15m: { about: '15m load avg', isNumber: true, value: load(2) },
  'node.role': { about: 'roles of the node, abbreviated', value: () => undefined },
  'node.roles': { about: 'roles of the node', value: () => undefined },
  cluster_manager: { about: '*: elected', value: () => '*' },
  name: { about: 'node name', value: () => CLUSTER_NAME },
};

/** The permissions that a cluster checks for this request, in its order. */
const CAT_ACTIONS = [
  'cluster:monitor/state',
  'cluster:monitor/nodes/info',
  'cluster:monitor/nodes/stats',
];

function nodes(deps: RestDeps, call: RequestContext): EngineResponse {
  const { request } = call;
  if (queryFlag(request, 'help', true)) return text(200, help());
  // Without effect here, but invalid values are rejected as on a cluster.
  for (const name of ['local', 'full_id']) queryFlag(request, name, true);
  for (const action of CAT_ACTIONS) refuseIf(requirePermission(deps, call, action));
  const cells = toColumns(queryValue(request, 'h')).map((name) => ({
    name,
    column: COLUMNS[name] as Column,
    value: COLUMNS[name]?.value(deps) ?? null,
  }));
  if (isFormatRequested(request))
    return json(200, [Object.fromEntries(cells.map(({ name, value }) => [name, value]))]);
  const hasHeader = queryFlag(request, 'v', true);
  const line = (row: readonly string[]): string => `${row.join(' ').trimEnd()}\n`;
  const padded = cells.map(({ name, column, value }) => {
    const cellText = value ?? '-';
    const width = hasHeader ? Math.max(name.length, cellText.length) : 0;
    return [
      name.padEnd(width),
      column.isNumber ? cellText.padStart(width) : cellText.padEnd(width),
    ] as const;
  });
  const header = hasHeader ? line(padded.map(([name]) => name)) : '';
  return text(200, header + line(padded.map(([, value]) => value)));
}

function toColumns(requested: string | undefined): readonly string[] {
  const names = Object.keys(COLUMNS);
  return requested === undefined
    ? names.filter((name) => !COLUMNS[name]?.isHidden)
    : [...new Set(requested.split(','))].filter((name) => names.includes(name));
}

const help = (): string =>
  Object.entries(COLUMNS)
    .map(([name, { about }]) => `${name.padEnd(15)} | ${about}\n`)
    .join('');
