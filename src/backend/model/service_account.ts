/**
 * Service accounts: internal users for programs. They have no password, only a token that the
 * engine makes, and hold no cluster permissions. Source: docs/reference/engine.md#internal-users
 * and #cluster-permissions, and what a cluster answers to `TRUE` and to booleans.
 */
import type { InternalUser } from '../../contracts/entities';

/** @param attributes - as sent: values may be other than text */
export const isServiceAccount = (
  attributes: Readonly<Record<string, unknown>> | undefined
): boolean => isTrue(attributes?.['service']);

/** Tokens are made for accounts that say so; a missing attribute is no. */
export const isEnabledServiceAccount = (attributes: Readonly<Record<string, unknown>>): boolean =>
  isServiceAccount(attributes) && isTrue(attributes['enabled']);

/**
 * As of service accounts on a cluster; here it holds for everybody, and ends sessions and tokens as
 * well.
 */
export const isDisabled = ({ attributes }: Pick<InternalUser, 'attributes'>): boolean =>
  /^false$/i.test(attributes['enabled'] ?? '');

const isTrue = (value: unknown): boolean => /^true$/i.test(String(value));
