/**
 * Audit events of configuration changes for a backend that writes none, subject to its audit
 * configuration.
 */
import { AuditPolicy } from '../changes/audit/audit_policy';
import { changeDocument } from '../changes/audit/change_event';
import type { EngineSupplies } from '../api/backend';
import type { NewChange } from '../api/engine';

/** @param nodeId - identifies this installation; the same after every restart */
export function auditing(
  { trail, configuration }: Required<Pick<EngineSupplies, 'trail' | 'configuration'>>,
  nodeId: string,
  now: () => number
): (changes: readonly NewChange[]) => Promise<void> {
  return async (changes) => {
    const policy = new AuditPolicy(await configuration.document('audit'));
    const atMs = now();
    const events = changes
      .filter(({ origin }) => policy.wantsChange(origin))
      .map((change) => ({ atMs, document: changeDocument(nodeId, { ...change, atMs }, policy) }));
    if (events.length > 0) await trail.append(events);
  };
}
