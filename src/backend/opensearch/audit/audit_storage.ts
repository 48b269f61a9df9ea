/** Where a cluster keeps its audit events, and why they cannot be read where they cannot. */
import { BACKEND_ERRORS, englishText, type ErrorDefinition } from '../../../contracts/errors';
import type { AuditSettings, AuditStorage } from '../../api';

/** The plugin's own names. */
const INDICES: Partial<Record<AuditStorage, string>> = {
  internal_opensearch: 'security-auditlog-*',
  internal_opensearch_data_stream: 'opensearch-security-auditlog',
};

const ELSEWHERE: Partial<Record<AuditStorage, ErrorDefinition>> = {
  external_opensearch: BACKEND_ERRORS.auditInAnotherCluster,
  webhook: BACKEND_ERRORS.auditAtWebAddress,
  log4j: BACKEND_ERRORS.auditInLogFiles,
  kafka: BACKEND_ERRORS.auditInTopic,
  debug: BACKEND_ERRORS.auditOnOutput,
  noop: BACKEND_ERRORS.auditNowhere,
};

/** Indices to look into, or a sentence that says why there are none. */
export function auditIndices({ type, index }: AuditSettings): { index: string } | { why: string } {
  const elsewhere = ELSEWHERE[type];
  return elsewhere === undefined
    ? { index: index ?? (INDICES[type] as string) }
    : { why: englishText(elsewhere) };
}
