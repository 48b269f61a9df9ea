/**
 * Audit events of changes for a backend that writes none, as its audit configuration wants them.
 */
import { AuditPolicy } from '../changes/record/audit_policy';
import { changeDocument } from '../changes/record/change_event';
import type { EngineSupplies } from '../contract/backend';
import type { NewChange } from '../contract/engine';

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
