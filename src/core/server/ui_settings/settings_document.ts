/**
 * The saved object with a tenant's settings: type `config`, id = platform version. The first
 * document of a version is a copy of the latest older one.
 */
import { SavedObjectsError } from '../../../backend/api';
import type { SavedObjectsClientContract } from '../saved_objects/types';

/**
 * Compares platform versions, for example `7.10.2` or `8.0.0-beta1`, which are the ids of settings
 * documents.
 */

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly preRelease: string;
}

const parse = (text: string): Version | undefined => {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(text);
  return match
    ? {
        numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
        preRelease: match[4] ?? '',
      }
    : undefined;
};

/** Negative if `a` is older. Requires texts that `isVersion` accepts. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return 0;
  for (let index = 0; index < 3; index++) {
    const difference = (left.numbers[index] as number) - (right.numbers[index] as number);
    if (difference !== 0) return difference;
  }
  if (left.preRelease === right.preRelease) return 0;
  // A release is newer than its pre-releases.
  if (left.preRelease === '') return 1;
  if (right.preRelease === '') return -1;
  return left.preRelease.localeCompare(right.preRelease, 'en', { numeric: true });
}

const isVersion = (text: string): boolean => parse(text) !== undefined;

export const SETTINGS_TYPE = 'config';

type Attributes = Record<string, unknown>;

interface SettingsDocumentOptions {
  readonly client: SavedObjectsClientContract;
  readonly version: string;
  readonly buildNum: number;
}

export class SettingsDocument {
  constructor(private readonly options: SettingsDocumentOptions) {}

  /**
   * Reads the stored settings. Creates a missing document if the caller may. Without read
   * permission, or if the store is unavailable, there are no settings.
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

  /** Merges the changes; `null` removes a setting. */
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

  /** A caller without write permission still gets the settings of the older version. */
  private async create(): Promise<Attributes> {
    const { client, version, buildNum } = this.options;
    const attributes = { ...withoutRemoved(await this.readOlder()), buildNum };
    try {
      await client.create(SETTINGS_TYPE, attributes, { id: version });
      return attributes;
    } catch (error) {
      // Another request has created the document; its content is used.
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
        // Too large to be read in one response: the new version starts without older settings.
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
