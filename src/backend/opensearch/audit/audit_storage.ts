/** Where a cluster keeps its audit events, and why they cannot be read where they cannot. */
import type { AuditSettings, AuditStorage } from '../../contract';

/** The plugin's own names. */
const INDICES: Partial<Record<AuditStorage, string>> = {
  internal_opensearch: 'security-auditlog-*',
  internal_opensearch_data_stream: 'opensearch-security-auditlog',
};

const PLACES: Partial<Record<AuditStorage, string>> = {
  external_opensearch: 'in another cluster',
  webhook: 'by sending them to a web address',
  log4j: 'in the log files of its nodes, by log4j',
  kafka: 'in a topic of Kafka',
  debug: 'on the standard output of its nodes',
  noop: 'nowhere',
};

/** Indices to look into, or a sentence that says why there are none. */
export function auditIndices({ type, index }: AuditSettings): { index: string } | { why: string } {
  const place = PLACES[type];
  if (place === undefined) return { index: index ?? (INDICES[type] as string) };
  return {
    why: `The cluster keeps its audit events ${place} (${type}), where this server cannot read them.`,
  };
}
