/**
 * Suspension of internal users: the attribute `enabled`, which the embedded engine enforces for
 * passwords, tokens and open sessions (src/backend/model/service_account.ts).
 */
import type { InternalUser } from '@sd/contracts';
import type { FormDataSource } from '@sd/ui_kit';
import { isSuspended, SUSPENSION_ATTRIBUTE, REMOVED_ACCESS_ATTRIBUTE } from '@sd/contracts';
import { MUST_CHANGE_PASSWORD } from '../../common';
import type { EntityClient } from './entity_client';
import { logFailure } from './log_failure';
import type { ScreenDeps } from './screen_deps';
import { getSessions } from './sessions';

export { isSuspended };

/** Navigation state with which a user's page asks whether to suspend the user. */
export const OPENS_SUSPENSION = { dialog: 'suspend' };

/** Whether roles were removed, on a cluster that cannot suspend users. */
export const hasRemovedRoles = ({ attributes }: InternalUser): boolean =>
  attributes?.[REMOVED_ACCESS_ATTRIBUTE] !== undefined;

/** Attributes of a user. A suspension is shown as the state of the user instead. */
export function visibleAttributes(user: InternalUser): Readonly<Record<string, string>> {
  const { [REMOVED_ACCESS_ATTRIBUTE]: _removed, ...attributes } = user.attributes ?? {};
  if (!isSuspended(user)) return attributes;
  const { [SUSPENSION_ATTRIBUTE]: _state, ...others } = attributes;
  return others;
}

/** The attributes to save after the visible ones of a user were edited. */
export function withSuspension(
  attributes: Readonly<Record<string, string>>,
  original: InternalUser | undefined
): Readonly<Record<string, string>> {
  const removed = original?.attributes?.[REMOVED_ACCESS_ATTRIBUTE];
  return {
    ...(original && isSuspended(original) && { [SUSPENSION_ATTRIBUTE]: 'false' }),
    ...(removed !== undefined && { [REMOVED_ACCESS_ATTRIBUTE]: removed }),
    ...attributes,
  };
}

/**
 * Suspends or reactivates a user and keeps all other fields.
 * @throws what saving throws
 */
export async function setSuspended(
  entities: EntityClient,
  name: string,
  isToSuspend: boolean
): Promise<void> {
  const found = await entities.find('internalusers', name);
  if (!found) return;
  const { reserved: _r, hidden: _h, static: _s, ...user } = found.entity;
  const { [SUSPENSION_ATTRIBUTE]: _old, ...others } = user.attributes ?? {};
  const attributes = isToSuspend ? { ...others, [SUSPENSION_ATTRIBUTE]: 'false' } : others;
  await entities.save('internalusers', name, { ...user, attributes }, { etag: found.etag });
}

/**
 * Data source of the user form: `must_change_password`, sent along with the user's fields, requires
 * a new password at the next login.
 */
export function userStore(entities: EntityClient): FormDataSource<InternalUser> {
  return {
    ...entities.store('internalusers'),
    save: (name, entity, condition) => {
      const { [MUST_CHANGE_PASSWORD]: mustChangePassword, ...user } = entity as Record<
        string,
        unknown
      >;
      const more: Record<string, string> =
        mustChangePassword === true ? { [MUST_CHANGE_PASSWORD]: 'true' } : {};
      return entities.save('internalusers', name, user, condition, more);
    },
  };
}

/**
 * Requires a new password at the next login and ends open sessions.
 * @throws what saving throws
 */
export async function requireNewPassword(entities: EntityClient, name: string): Promise<void> {
  const found = await entities.find('internalusers', name);
  if (!found) return;
  const { reserved: _r, hidden: _h, static: _s, ...user } = found.entity;
  const more = { [MUST_CHANGE_PASSWORD]: 'true' } as const;
  await entities.save('internalusers', name, user, { etag: found.etag }, more);
}

/** Dependencies of suspending a user, which also ends their sessions. */
export interface SuspensionDeps extends Pick<ScreenDeps, 'core'> {
  readonly entities: EntityClient;
}

/**
 * Suspends an internal user and ends the sessions. The engine already rejects them, so a failure to
 * end them is only logged.
 * @throws what saving the user throws
 */
export async function suspend({ core, entities }: SuspensionDeps, name: string): Promise<void> {
  await setSuspended(entities, name, true);
  await getSessions(core.http, name)
    .endAll()
    .catch((error: unknown) =>
      logFailure('The sessions of a suspended user are refused, but still listed.', error)
    );
}
