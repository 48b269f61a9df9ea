/**
 * Audit events of changes, as the backend's audit configuration wants them: for a backend that
 * writes none, and for outputs besides its store.
 */
import { AuditPolicy } from '../changes/audit/audit_policy';
import { changeDocument } from '../changes/audit/change_event';
import type { AuditSink } from '../api/audit_sink';
import type { EngineSupplies } from '../api/backend';
import type { ConfigurationReader, NewChange } from '../api/engine';

type Configuration = Pick<ConfigurationReader, 'document'>;

/** @param nodeId - identifies this installation; the same after every restart */
export function auditing(
  { trail, configuration }: Required<Pick<EngineSupplies, 'trail' | 'configuration'>>,
  nodeId: string,
  now: () => number
): (changes: readonly NewChange[]) => Promise<void> {
  return async (changes) => {
    const events = await toEvents(changes, { configuration, nodeId, atMs: now() });
    if (events.length > 0) await trail.append(events);
  };
}

/** Also of a backend that audits changes by itself, where the server cannot read along. */
export function sendingTo(
  sink: AuditSink,
  configuration: Configuration,
  nodeId: string,
  now: () => number
): (changes: readonly NewChange[]) => Promise<void> {
  return async (changes) => {
    const events = await toEvents(changes, { configuration, nodeId, atMs: now() });
    sink(events.map(({ document }) => document));
  };
}

async function toEvents(
  changes: readonly NewChange[],
  { configuration, nodeId, atMs }: { configuration: Configuration; nodeId: string; atMs: number }
) {
  const policy = new AuditPolicy(await configuration.document('audit'));
  return changes
    .filter(({ origin }) => policy.wantsChange(origin))
    .map((change) => ({ atMs, document: changeDocument(nodeId, { ...change, atMs }, policy) }));
}
