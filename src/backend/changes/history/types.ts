/** Entity and document types of the change history. */
import { ENTITIES } from '../../../contracts/entities';
import type { HistoryType, ResourceType } from '../../api/engine';

const ENTITY_TYPES = Object.keys(ENTITIES) as readonly ResourceType[];
const DOCUMENT_TYPES = ['config', 'audit', 'nodesdn', 'allowlist', 'guardrails'] as const;

export const HISTORY_TYPES: readonly HistoryType[] = [...ENTITY_TYPES, ...DOCUMENT_TYPES];

export const isEntityType = (type: HistoryType): type is ResourceType =>
  Object.hasOwn(ENTITIES, type);
