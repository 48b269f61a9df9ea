/** User preferences in an index of its own. Ids are hashes, because names may be too long. */
import { createHash } from 'node:crypto';
import type { EngineLog } from '../api/log';
import { changedPreferences, type Preferences, type PreferenceStore } from '../api/preferences';
import { CLUSTER_STORE_LIMITS } from '../../contracts/limits';
import { type SendRequest, toClusterError } from './documents/responses';
import { ifUnchanged } from './documents/documents';
import { ProductIndex } from './documents/product_index';

/**
 * @returns a function to call for each deleted user; calls within one turn of the event loop are
 *   handled in one request. Errors are only logged: a user newly created under the name through
 *   this product starts without preferences anyway.
 */
export function cleanUpDeletedUsers(
  preferences: Pick<PreferenceStore, 'forget'>,
  log: EngineLog
): (userName: string) => void {
  let noticed: string[] = [];
  const forget = (): void => {
    const deleted = noticed;
    noticed = [];
    preferences.forget(deleted).catch((error: unknown) => {
      log.warn('What deleted users have chosen could not be forgotten.', { error: String(error) });
    });
  };
  return (userName) => {
    if (noticed.push(userName) === 1) setImmediate(forget);
  };
}

interface PreferenceDocument {
  readonly user_name: string;
  readonly chosen: Preferences;
}

interface ClusterPreferencesOptions {
  /** Sends requests as the server's user. */
  readonly send: SendRequest;
  /** Name of the alias. */
  readonly index: string;
}

const PROPERTIES = {
  user_name: { type: 'keyword', ignore_above: 256 },
  /** Read by id, never searched. */
  chosen: { type: 'object', enabled: false },
};

export class ClusterPreferenceStore implements PreferenceStore {
  private readonly index: ProductIndex;

  constructor({ send, index }: ClusterPreferencesOptions) {
    this.index = new ProductIndex(send, { name: index, properties: PROPERTIES });
  }

  async get(userName: string): Promise<Preferences> {
    return (await this.index.get<PreferenceDocument>(getId(userName)))?._source.chosen ?? {};
  }

  async change(userName: string, changes: Readonly<Record<string, unknown>>): Promise<Preferences> {
    const id = getId(userName);
    for (let attempt = 0; attempt < CLUSTER_STORE_LIMITS.writeRounds; attempt++) {
      const found = await this.index.get<PreferenceDocument>(id);
      const chosen = changedPreferences(found?._source.chosen ?? {}, changes);
      const source = JSON.stringify({ user_name: userName, chosen });
      const [item] = await this.index.write([
        found
          ? { action: 'index', id, source, condition: ifUnchanged(found) }
          : { action: 'create', id, source },
      ]);
      if (item && !item.error) return chosen;
      if (item?.error && item.status !== 409) throw toClusterError(item.status, item.error);
    }
    throw toClusterError(409, {
      type: 'conflict',
      reason: 'Preferences are changed again and again.',
    });
  }

  async forget(userNames: readonly string[]): Promise<void> {
    if (userNames.length === 0) return;
    const items = await this.index.write(
      userNames.map((userName) => ({ action: 'delete', id: getId(userName) }))
    );
    const failed = items.find(({ error }) => error);
    if (failed?.error) throw toClusterError(failed.status, failed.error);
  }
}

const getId = (userName: string): string =>
  createHash('sha256').update(userName).digest('base64url');
