/** The files of a folder as one side of a comparison, or as the source of a promotion. */
import { resolve } from 'node:path';
import type { ResourceType } from '../../../contracts/entities';
import type { EngineSettings } from '../../api/settings';
import { OfflineError } from '../../embedded/cli/offline_store';
import { readFolder, type FolderContent } from '../../embedded/configuration_files/folder';
import { ImportRefusedError } from '../../embedded/configuration_files/plan';
import type { ConfigurationSource, DocumentId, Entry } from './side';

export class FolderSource implements ConfigurationSource {
  private constructor(private readonly content: FolderContent) {}

  /**
   * @throws {OfflineError} if there is no file of the configuration
   * @throws {ImportRefusedError} if a file cannot be read
   */
  static async read(
    dir: string,
    settings: EngineSettings,
    env: Readonly<Record<string, string | undefined>>
  ): Promise<FolderSource> {
    const content = await readFolder(dir, settings, { env, hashed: new Map() });
    if (content.files.length === 0)
      throw new OfflineError(
        `${resolve(dir)} has neither an installation nor configuration files.`
      );
    if (content.problems.length > 0) throw new ImportRefusedError(content.problems);
    return new FolderSource(content);
  }

  has(kind: ResourceType | DocumentId): boolean {
    return this.content.files.some(({ type }) => type === kind);
  }

  entries(type: ResourceType): Iterable<Entry> {
    return this.content.entities.filter((one) => one.type === type);
  }

  async document(id: DocumentId) {
    return this.content.documents.find((one) => one.id === id)?.body;
  }
}
