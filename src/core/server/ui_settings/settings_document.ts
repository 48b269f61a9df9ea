/**
 * The saved object that keeps a tenant's settings: type `config`, id = platform version
 * (docs/reference/core.md#settings-api). The first one of a version is a copy of the newest older
 * one.
 */
import { SavedObjectsError } from '../../../backend/api';
import type { SavedObjectsClientContract } from '../saved_objects/types';
import { compareVersions, isVersion } from './version_order';

export const SETTINGS_TYPE = 'config';

type Attributes = Record<string, unknown>;

export interface SettingsDocumentOptions {
  readonly client: SavedObjectsClientContract;
  readonly version: string;
  readonly buildNum: number;
}

export class SettingsDocument {
  constructor(private readonly options: SettingsDocumentOptions) {}

  /**
   * Stored settings. Creates the document when there is none and the caller may; without the right
   * to read, or with the store unavailable, there are no settings.
   */
  async read(): Promise<Attributes> {
    try {
      const stored = await this.get();
      return stored ?? (await this.create());
    } catch (error) {
      if (hasStatus(error, 401, 403, 503)) return {};
      throw error;
    }
  }

  /** Merges; `null` stands for a removed setting. */
  async write(changes: Attributes): Promise<void> {
    const { client, version } = this.options;
    try {
      await client.update(SETTINGS_TYPE, version, changes);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      await this.create();
      await client.update(SETTINGS_TYPE, version, changes);
    }
  }

  private async get(): Promise<Attributes | undefined> {
    try {
      return (await this.options.client.get<Attributes>(SETTINGS_TYPE, this.options.version))
        .attributes;
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  }

  /** Who may only read gets the settings of the older version all the same. */
  private async create(): Promise<Attributes> {
    const { client, version, buildNum } = this.options;
    const attributes = { ...withoutRemoved(await this.readOlder()), buildNum };
    try {
      await client.create(SETTINGS_TYPE, attributes, { id: version });
      return attributes;
    } catch (error) {
      // Somebody else was quicker: theirs counts.
      if (hasStatus(error, 409)) return (await this.get()) ?? attributes;
      if (hasStatus(error, 403)) return attributes;
      throw error;
    }
  }

  private async readOlder(): Promise<Attributes> {
    const { client, version } = this.options;
    const { saved_objects: found } = await client
      .find<Attributes>({ type: SETTINGS_TYPE, perPage: 1_000 })
      .catch((error: unknown) => {
        // More than can be read at once: a new version then starts without them.
        if (hasStatus(error, 413)) return { saved_objects: [] };
        throw error;
      });
    const [newest] = found
      .filter(({ id }) => isVersion(id) && compareVersions(id, version) < 0)
      .sort((a, b) => compareVersions(b.id, a.id));
    return newest?.attributes ?? {};
  }
}

const withoutRemoved = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof SavedObjectsError && statuses.includes(error.statusCode);
