/**
 * Receives audit events besides the store that `auditEvents` reads, as the cluster writes them.
 * Returns immediately, and never throws.
 */
export type AuditSink = (events: readonly Readonly<Record<string, unknown>>[]) => void;
