/** What the page of one user loads. */
import type { EffectivePermissions } from '@sd/contracts';
import type { AccessClient } from '../../../services/access_client';
import type { EntityClient, Versioned } from '../../../services/entity_client';

export interface UserData extends Versioned<'internalusers'> {
  /** `undefined`: the backend cannot tell. */
  readonly effective: EffectivePermissions | undefined;
}

/** @returns `undefined` when there is no such user */
export async function loadUser(
  { entities, access }: { readonly entities: EntityClient; readonly access: AccessClient },
  name: string,
  isExplained: boolean,
  signal: AbortSignal
): Promise<UserData | undefined> {
  const found = await entities.find('internalusers', name, signal);
  if (!found) return undefined;
  return { ...found, effective: isExplained ? await access.effective(name, signal) : undefined };
}
