/** The history's records of changes. */
import type { ConnectionChange } from '../../api/backend';
import type { PageCaller } from '../../api/caller';
import { type Change, documentChanges, entityChanges } from '../../api/change';
import type { ChangeOrigin, NewChange } from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import { getAction } from '../audit/action';

/** @param madeBy - of all changes, which were made together */
export function changeRecords(
  changes: ReadonlyArray<Change & Pick<NewChange, 'revision' | 'hashBefore'>>,
  madeBy: ChangeOrigin
): readonly NewChange[] {
  const entities = entityChanges(changes);
  const isRename = entities.some(({ renamedFrom }) => renamedFrom !== undefined);
  // A rename is one entry, of the new name. The other records only show with their own entities.
  const origin: ChangeOrigin = isRename ? { ...madeBy, via: 'rename' } : madeBy;
  return [
    ...entities.map((change): NewChange => {
      const { type, name, after, renamedFrom, revision, hashBefore } = change;
      const before = renamedFrom === undefined ? change.before : after;
      const bodies = { before: before && { ...before }, after: after && { ...after } };
      return {
        origin: renamedFrom === undefined ? origin : { ...madeBy, renamedFrom },
        type,
        name,
        action: getAction(bodies),
        revision,
        isHidden: (after ?? before)?.hidden ?? false,
        isCredentialChanged: change.isCredentialChanged ?? false,
        hashBefore,
        ...bodies,
      };
    }),
    ...documentChanges(changes).map((change): NewChange => {
      const { type, name, before, after, revision } = change;
      const action = getAction(change);
      const plain = { isHidden: false, isCredentialChanged: false };
      return { origin, type, name, action, revision, ...plain, before, after };
    }),
  ];
}

/** The record of a change that no request of an engine makes. */
export function connectionRecord(
  by: PageCaller,
  { id, request: _request, ...change }: ConnectionChange
): NewChange {
  const { remoteAddress } = by;
  const origin = {
    userName: by.kind === 'user' ? by.principal.userName : '',
    via: 'rest' as const,
    ...(remoteAddress !== undefined && { remoteAddress }),
    request: requestTrace.getStore(),
  };
  const about = { origin, type: 'connections', name: id, isHidden: false } as const;
  return { ...about, ...change, action: getAction(change) };
}
