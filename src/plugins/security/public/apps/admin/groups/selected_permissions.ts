/**
 * Permissions handed to the form of a new action group, in its address so that a reload keeps them.
 */
import { parseQueryParams } from '@sd/core/public';
import { GROUP_PAGES } from '../routing/paths';

const KEY = 'permissions';
/** Longer addresses are not safe everywhere; what does not fit is left to be typed. */
const MAX_LENGTH = 6_000;

/** Address of the form with these permissions. */
export function keepSelection(names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    query.append(KEY, name);
    if (query.toString().length > MAX_LENGTH) break;
  }
  return `${GROUP_PAGES.create}?${query.toString()}`;
}

export const selectedPermissions = (search: string): readonly string[] => [
  ...new Set(parseQueryParams(search).getAll(KEY)),
];
