/** Changes of who has access to a resource. */
import type { Recipients, ShareRequest, SharedResource } from '@sd/contracts';

export const EVERYBODY = '*';
const KINDS = ['users', 'roles', 'backend_roles'] as const;
type Sharing = SharedResource['share_with'];

/** What is in the second and not in the first; `undefined` if nothing is. */
function findAdded(before: Sharing, after: Sharing): Record<string, Recipients> | undefined {
  const levels = Object.entries(after).flatMap(([level, recipients]) => {
    const known = before[level] ?? {};
    const kinds = KINDS.flatMap((kind) => {
      const names = (recipients[kind] ?? []).filter((name) => !known[kind]?.includes(name));
      return names.length > 0 ? [[kind, names] as const] : [];
    });
    return kinds.length > 0 ? [[level, Object.fromEntries(kinds)] as const] : [];
  });
  return levels.length > 0 ? Object.fromEntries(levels) : undefined;
}

/** Only differences are sent, so that changes that others make meanwhile are kept. */
export function sharingChanges(
  before: Sharing,
  after: Sharing
): Pick<ShareRequest, 'add' | 'revoke'> {
  const add = findAdded(before, after);
  const revoke = findAdded(after, before);
  return { ...(add && { add }), ...(revoke && { revoke }) };
}
