/** Every change a call makes goes through here: recorded under the caller's name, and refused when it locks out. */
import type { Change, DocumentChange, EntityStore } from '../../store/entity_store';
import { originOf, type Call, type RestDeps } from './call';
import { badRequest, refuseIf, RestFailure } from '../answers/responses';

/**
 * Runs synchronous `work` in the transaction of the change.
 * @throws {RestFailure} 400 beyond a limit of the whole configuration, 409 when it would lock out, and what `work` throws; nothing is written then
 */
export function guardedWrite<T>(
  { writer, lockout, rules }: Pick<RestDeps, 'writer' | 'lockout' | 'rules'>,
  call: Call,
  work: (store: EntityStore) => T
): Promise<T> {
  return writer.by(originOf(call)).write((store) => {
    const changes: Change[] = [];
    const documents: DocumentChange[] = [];
    const { onChange: record, onDocumentChange: recordDocument } = store;
    store.onChange = (change) => {
      changes.push(change);
      record(change);
    };
    store.onDocumentChange = (change) => {
      documents.push(change);
      recordDocument(change);
    };
    const result = work(store);
    const tooMany = rules.census.problemOf(changes);
    if (tooMany !== undefined) throw new RestFailure(badRequest(tooMany));
    refuseIf(lockout.refusal(store, call, changes, documents));
    return result;
  });
}
