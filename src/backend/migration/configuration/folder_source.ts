/** The files of a folder as one side of a comparison, or as the source of a promotion. */
import { resolve } from 'node:path';
import type { ResourceType } from '../../../contracts/entities';
import type { EngineSettings } from '../../api/settings';
import { OfflineError } from '../../embedded/cli/offline_store';
import { type FileKind, type FileProblem } from '../../embedded/configuration_files/file_kinds';
import { readFolder, type ReadFolder } from '../../embedded/configuration_files/folder';
import { noFilesText, type FolderNote } from '../../embedded/configuration_files/folder_texts';
import { ImportRefusedError } from '../../embedded/configuration_files/plan';
import type { ConfigurationSource, DocumentId, Entry } from './side';

export interface FolderOptions {
  /** Reads what can be used, and keeps the problems. By default, problems are thrown. */
  readonly isLenient?: boolean;
}

export class FolderSource implements ConfigurationSource {
  private readonly all: readonly Entry[];
  /** Kinds with a file that cannot be read as a whole. */
  private readonly broken: ReadonlySet<string>;

  private constructor(private readonly content: ReadFolder) {
    this.all = [...content.entities, ...content.unusable];
    const files = content.problems.flatMap(({ file, entry }) =>
      entry === undefined ? [file] : []
    );
    this.broken = new Set([
      ...files,
      ...content.files.filter((kind) => this.lacksDocument(kind)).map(({ file }) => file),
    ]);
  }

  /**
   * @throws {OfflineError} if there is no file of the configuration
   * @throws {ImportRefusedError} if a file cannot be read
   */
  static async read(
    dir: string,
    settings: EngineSettings,
    env: Readonly<Record<string, string | undefined>>,
    { isLenient = false }: FolderOptions = {}
  ): Promise<FolderSource> {
    const content = await readFolder(dir, settings, { env, hashed: new Map() });
    if (content.files.length === 0 && content.problems.length === 0)
      throw new OfflineError(
        `${resolve(dir)} has neither an installation nor configuration files. ${noFilesText(dir, content.texts)}`
      );
    if (content.problems.length > 0 && !isLenient) throw new ImportRefusedError(content.problems);
    return new FolderSource(content);
  }

  get problems(): readonly FileProblem[] {
    return this.content.problems;
  }

  get notes(): readonly FolderNote[] {
    return this.content.texts.notes;
  }

  /** The file that has the entries of a kind. */
  getPath(type: FileKind['type']): string | undefined {
    return this.content.texts.paths.get(type);
  }

  has(kind: ResourceType | DocumentId): boolean {
    return this.content.files.some(({ type, file }) => type === kind && !this.broken.has(file));
  }

  isBroken(kind: ResourceType | DocumentId): boolean {
    return this.content.files.some(({ type, file }) => type === kind && this.broken.has(file));
  }

  entries(type: ResourceType): Iterable<Entry> {
    return this.all.filter((one) => one.type === type);
  }

  async document(id: DocumentId) {
    return this.content.documents.find((one) => one.id === id)?.body;
  }

  private lacksDocument({ form, type }: FileKind): boolean {
    return form !== 'entries' && !this.content.documents.some(({ id }) => id === type);
  }
}
