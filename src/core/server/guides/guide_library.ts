/** The guides of the product, which the build copies from `docs`. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guide } from '../../../contracts/api/server';

/** In the order of the list of guides. */
const FOLDERS = ['guide', 'reference'] as const;
const FILE = /^([a-z0-9-]+)\.md$/;
const TITLE = /^# (.+)$/m;

/**
 * Reads only files that were there at the start: a request can name one of them, and no other path.
 */
export class GuideLibrary {
  private readonly files: ReadonlyMap<string, string>;
  private guides: Promise<readonly Guide[]> | undefined;

  /** @param folder - contains a folder with Markdown files for each kind of guide */
  constructor(folder: string) {
    this.files = new Map(
      FOLDERS.flatMap((kind) =>
        namesIn(join(folder, kind)).map(
          (name) => [`${kind}/${name}`, join(folder, kind, `${name}.md`)] as const
        )
      )
    );
  }

  /** Whether there is a guide with this name, such as `guide/operate`. */
  has(name: string): boolean {
    return this.files.has(name);
  }

  /** Read when the first guide is opened, and kept. */
  async all(): Promise<readonly Guide[]> {
    this.guides ??= Promise.all([...this.files].map(readGuide));
    try {
      return await this.guides;
    } catch (error) {
      this.guides = undefined;
      throw error;
    }
  }

  async find(name: string): Promise<Guide | undefined> {
    return this.has(name) ? (await this.all()).find((guide) => guide.name === name) : undefined;
  }
}

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    : [];

async function readGuide([name, file]: readonly [string, string]): Promise<Guide> {
  const text = await readFile(file, 'utf8');
  return { name, title: TITLE.exec(text)?.[1] ?? name, text };
}
