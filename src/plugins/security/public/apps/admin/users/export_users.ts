/** Hands users over as a JSON file. Hashes are never part of what the server shows. */
import { i18n } from '@sd/core/public';
import type { UserItem } from './user_columns';

type ExportedUser = Pick<UserItem, 'name' | 'entity'>;

/** `{ [name]: user }`, the shape of the engine's own configuration. */
function usersAsJson(items: readonly ExportedUser[]): string {
  return JSON.stringify(
    Object.fromEntries(items.map(({ name, entity }) => [name, entity])),
    null,
    2
  );
}

export function downloadUsers(items: readonly ExportedUser[]): void {
  const url = URL.createObjectURL(new Blob([usersAsJson(items)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(items);
  link.click();
  // The download has its own hold on the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

const fileName = ([first, ...others]: readonly ExportedUser[]): string =>
  first && others.length === 0
    ? `${first.name.replace(/[^\p{L}\p{N}_-]+/gu, '_')}.json`
    : i18n.translate('security.users.exportFile', { defaultMessage: 'internal_users.json' });
