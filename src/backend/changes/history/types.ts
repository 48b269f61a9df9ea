/** Types of the change history. */
import { RESOURCE_TYPES } from '../../../contracts/entities';
import type { HistoryType } from '../../api/engine';

const DOCUMENT_TYPES = ['config', 'audit', 'nodesdn', 'allowlist', 'guardrails'] as const;

export const HISTORY_TYPES: readonly HistoryType[] = [
  ...RESOURCE_TYPES,
  ...DOCUMENT_TYPES,
  'connections',
];
