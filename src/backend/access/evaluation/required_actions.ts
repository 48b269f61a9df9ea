/** The permissions that a request needs, often more than the action in its name. */
import type { RequestPart } from '../../../contracts/api';
import { checkedAction, isClusterAction } from './action_kind';

export interface RequiredActions {
  readonly cluster: readonly string[];
  /** Actions that are required on every index. */
  readonly index: readonly string[];
}

const BULK_ITEM_ACTIONS: Readonly<Partial<Record<RequestPart, string>>> = {
  bulk_index: 'indices:data/write/index',
  bulk_create: 'indices:data/write/index',
  bulk_update: 'indices:data/write/update',
  bulk_delete: 'indices:data/write/delete',
};

/** Index actions of the steps of a cluster action. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  'indices:data/read/msearch': ['indices:data/read/search'],
  'indices:data/read/msearch/template': ['indices:data/read/search'],
  'indices:data/read/mget': ['indices:data/read/mget[shard]'],
  'indices:data/read/mtv': ['indices:data/read/mtv[shard]'],
  'cluster:admin/snapshot/restore': ['indices:admin/create', 'indices:data/write/index'],
};

/** @param hasIndices - a multi-step request without indices needs its cluster action only */
export function requiredActions(
  action: string,
  parts: readonly RequestPart[] = [],
  hasIndices = true
): RequiredActions {
  const checked = checkedAction(action);
  if (!isClusterAction(checked) || checked === 'system:admin/system_index') {
    const cluster = SINGLE_WRITES.has(checked) ? ['indices:data/write/bulk'] : [];
    return { cluster, index: distinct([checked, ...extraActions(checked, parts)]) };
  }
  const steps = hasIndices ? listSteps(checked, parts) : [];
  return { cluster: [checked], index: distinct(steps) };
}

function listSteps(action: string, parts: readonly RequestPart[]): readonly string[] {
  if (action !== 'indices:data/write/bulk') {
    return Object.hasOwn(STEPS, action) ? (STEPS[action] as readonly string[]) : [];
  }
  const items = parts.map((part) => BULK_ITEM_ACTIONS[part]).filter((item) => item !== undefined);
  const itemActions = items.length > 0 ? items : ['indices:data/write/index'];
  return ['indices:data/write/bulk[s]', ...itemActions];
}

/** Single-document writes. They run as bulk requests and are checked as such as well. */
const SINGLE_WRITES = new Set([
  'indices:data/write/index',
  'indices:data/write/update',
  'indices:data/write/delete',
]);

/** Actions that the shards check again under other names. */
const OF_SHARDS: Readonly<Record<string, readonly string[]>> = {
  'indices:data/write/index': ['indices:data/write/bulk[s]'],
  'indices:data/write/update': ['indices:data/write/bulk[s]', 'indices:data/write/index'],
  'indices:data/write/delete': ['indices:data/write/bulk[s]'],
  'indices:admin/refresh': ['indices:admin/refresh[s]'],
  'indices:admin/flush': ['indices:admin/flush[s]'],
  'indices:admin/shards/search_shards': ['indices:data/read/search'],
};

function extraActions(action: string, parts: readonly RequestPart[]): readonly string[] {
  if (action === 'indices:admin/create' && parts.includes('aliases')) {
    return ['indices:admin/aliases'];
  }
  if (action === 'indices:admin/aliases' && parts.includes('remove_index')) {
    return ['indices:admin/delete'];
  }
  return Object.hasOwn(OF_SHARDS, action) ? (OF_SHARDS[action] as readonly string[]) : [];
}

/**
 * Actions that a write needs on a missing index: it creates the index and the mapping of the
 * written fields.
 */
export const CREATE_INDEX: readonly string[] = [
  'indices:admin/create',
  'indices:admin/mapping/put',
];

/** Whether a request creates the indices that it writes to. Deletions do not. */
export function createsIndices(action: string, parts: readonly RequestPart[] = []): boolean {
  const checked = checkedAction(action);
  if (checked === 'indices:data/write/index' || checked === 'indices:data/write/update')
    return true;
  const isDeletion = parts.length > 0 && parts.every((part) => part === 'bulk_delete');
  return checked === 'indices:data/write/bulk' && !isDeletion;
}

/**
 * Whether only the shards check a request. This applies to bulk requests of deletions: a missing
 * index has no shards, so a user who may send such requests learns that the index does not exist.
 */
export const isCheckedByShardsOnly = (
  action: string,
  parts: readonly RequestPart[] = []
): boolean => checkedAction(action) === 'indices:data/write/bulk' && !createsIndices(action, parts);

const distinct = (values: readonly string[]): readonly string[] =>
  values.length > 1 ? [...new Set(values)] : values;
