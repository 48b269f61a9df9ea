/**
 * Service accounts: internal users for programs. They have no password, only a token that the
 * engine generates, and no cluster permissions.
 */
import type { InternalUser } from '../../contracts/entities';

/** @param attributes - as sent; values may be other types than text */
export const isServiceAccount = (
  attributes: Readonly<Record<string, unknown>> | undefined
): boolean => isTrue(attributes?.['service']);

/** Whether a token can be created: only for accounts with `enabled` set to true. */
export const isEnabledServiceAccount = (attributes: Readonly<Record<string, unknown>>): boolean =>
  isServiceAccount(attributes) && isTrue(attributes['enabled']);

/**
 * On a cluster, this applies to service accounts. Here it applies to all internal users, and also
 * ends their sessions and tokens.
 */
export const isDisabled = ({ attributes }: Pick<InternalUser, 'attributes'>): boolean =>
  /^false$/i.test(attributes['enabled'] ?? '');

const isTrue = (value: unknown): boolean => /^true$/i.test(String(value));
