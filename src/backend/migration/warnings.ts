/** What does not show in numbers: what of people, tenants and objects is another thing there. */
import type { ClusterSide } from './cluster_side';
import type { LostAccess } from './configuration/lost_access';
import type { Installation } from './installation';
import { Sample } from './data_type';
import type { Note } from './plan_text';

export function warningsForCluster({ users }: Pick<Installation, 'users'>): readonly Note[] {
  const [foreign, factors, keys, duties, without] = Array.from(
    { length: 5 },
    () => new Sample<string>()
  );
  for (const { name, hash, hasFactor, hasApiKeys, mustChangePassword } of users()) {
    if (hash === undefined) without?.add(name);
    else if (!hash.startsWith('$2')) foreign?.add(name);
    if (hasFactor) factors?.add(name);
    if (hasApiKeys) keys?.add(name);
    if (mustChangePassword) duties?.add(name);
  }
  return [
    note(
      'Their passwords are hashed with argon2 or PBKDF2. The hashes move, but a cluster verifies those of one kind alone (plugins.security.password.hashing.algorithm, bcrypt as shipped): where it is another, they need a new password there:',
      foreign
    ),
    note('They have no password, and none there that anybody knows:', without),
    note('They have a second factor, which a cluster does not ask for; it stays here:', factors),
    note('They have API keys, which a cluster does not take; these stay here:', keys),
    note('They have to set a new password, which a cluster does not demand:', duties),
  ].flat();
}

/** @param cluster - whose objects have been walked */
export async function notesFrom(
  { configuration, objects }: ClusterSide,
  installation: Installation
): Promise<readonly Note[]> {
  const without = new Sample<string>();
  if (!configuration.showsHashes)
    for await (const { name } of configuration.entries('internalusers')) {
      const there = await installation.configuration.present('internalusers', name);
      if (there === undefined || there === 'built_in' || there.hash === undefined)
        without.add(name);
    }
  const unknown = new Sample<string>();
  unknown.add(...objects.unknownIndices);
  const fields = [...objects.otherFields].join(', ');
  return [
    note(
      "The cluster shows hashes to the administrator's certificate alone: they come without a password and cannot sign in until somebody sets one (security reset-admin sets the first):",
      without
    ),
    note(
      'Indices of private tenants whose owners nothing here names; --person=NAME moves them:',
      unknown
    ),
    note(
      `Objects with fields that only a cluster keeps (${fields}), which stay there:`,
      objects.withOtherFields
    ),
  ].flat();
}

/** Who would be locked out of the side that is written to. */
export const lostAccessNotes = (lost: LostAccess): readonly Note[] =>
  [
    note(
      'LOCK-OUT: these users can administer security there now, and could not log in or administer it afterwards:',
      lost.users
    ),
    note(
      'LOCK-OUT: these entries of role mappings grant administration there now, and would be gone:',
      lost.mapped
    ),
    warning(
      lost.losesPasswords,
      'LOCK-OUT: no enabled authentication domain there would accept passwords of internal users.'
    ),
    warning(
      lost.isClosed,
      'LOCK-OUT: the allow list there would be on, and no administrator could switch it off.'
    ),
  ].flat();

const note = (text: string, names: Sample<string> | undefined): readonly Note[] =>
  names && names.count > 0 ? [{ text, names }] : [];

const warning = (isGiven: boolean, text: string): readonly Note[] => (isGiven ? [{ text }] : []);
