/** Exports users as a JSON file. Password hashes never leave the server. */
import { t } from '@sd/core/public';
import { download } from '../../../services/download';
import type { UserItem } from './user_columns';

type ExportedUser = Pick<UserItem, 'name' | 'entity'>;

/** `{ [name]: user }`, the format of the engine's configuration. */
function usersAsJson(items: readonly ExportedUser[]): string {
  return JSON.stringify(
    Object.fromEntries(items.map(({ name, entity }) => [name, entity])),
    null,
    2
  );
}

export const downloadUsers = (items: readonly ExportedUser[]): void =>
  download(usersAsJson(items), fileName(items), 'application/json');

const fileName = ([first, ...others]: readonly ExportedUser[]): string =>
  first && others.length === 0
    ? `${first.name.replace(/[^\p{L}\p{N}_-]+/gu, '_')}.json`
    : t('security.users.exportFile', 'internal_users.json');
