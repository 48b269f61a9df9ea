/** Types of the change history, and the record of a change that no request of an engine makes. */
import { ENTITIES } from '../../../contracts/entities';
import type { ConnectionChange } from '../../api/backend';
import type { PageCaller } from '../../api/caller';
import type { HistoryType, NewChange, ResourceType } from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import { actionOf } from '../audit/action';

const ENTITY_TYPES = Object.keys(ENTITIES) as readonly ResourceType[];
const DOCUMENT_TYPES = ['config', 'audit', 'nodesdn', 'allowlist', 'guardrails'] as const;

export const HISTORY_TYPES: readonly HistoryType[] = [
  ...ENTITY_TYPES,
  ...DOCUMENT_TYPES,
  'connections',
];

export const isEntityType = (type: HistoryType): type is ResourceType =>
  Object.hasOwn(ENTITIES, type);

export function recordOf(
  by: PageCaller,
  { id, request: _request, ...change }: ConnectionChange
): NewChange {
  const { remoteAddress } = by;
  const origin = {
    userName: by.kind === 'user' ? by.principal.userName : '',
    via: 'rest' as const,
    ...(remoteAddress !== undefined && { remoteAddress }),
    request: requestTrace.getStore(),
  };
  const about = { origin, type: 'connections', name: id, isHidden: false } as const;
  return { ...about, ...change, action: actionOf(change) };
}
