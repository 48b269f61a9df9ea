/**
 * Audit events of changes for a backend that writes none, as its audit configuration wants them.
 */
import { AuditPolicy } from '../changes/audit/audit_policy';
import { changeDocument } from '../changes/audit/change_event';
import type { EngineSupplies } from '../api/backend';
import type { NewChange } from '../api/engine';

/** @param nodeId - this installation, the same at every start */
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
