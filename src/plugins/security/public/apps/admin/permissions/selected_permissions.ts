/** Permissions for the form of a new action group, in its address, so that a reload keeps them. */
import { parseQueryParams, stringifyQueryParams } from '@sd/core/public';
import { GROUP_PAGES } from '../paths';

const KEY = 'permissions';
/** Longer addresses are not safe everywhere; further permissions must be typed. */
const MAX_LENGTH = 6_000;

/** Address of the form with these permissions. */
export function keepSelection(names: readonly string[]): string {
  let length = 0;
  const fitting = names.filter((name) => {
    const fits = length <= MAX_LENGTH;
    length += stringifyQueryParams({ [KEY]: name }).length + 1;
    return fits;
  });
  return `${GROUP_PAGES.create}?${stringifyQueryParams({ [KEY]: fitting })}`;
}

export const selectedPermissions = (search: string): readonly string[] => [
  ...new Set(parseQueryParams(search).getAll(KEY)),
];
