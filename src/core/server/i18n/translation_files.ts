/**
 * Reads the files `translations/<locale>.json` of core and plugins, merges them by locale and
 * caches the serialized result.
 *
 * File format: `{ "formats": {...}, "messages": { "<id>": "ICU text" } }`; `formats` is optional.
 * `strangers.txt` in the same folder lists the prefixes of the ids that pages without a user show,
 * one per line. Otherwise the login page would load the texts of every screen.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { pickBy } from 'lodash';
import type { Logger } from '../logging';

/** English texts are in the code, so they need no file. */
export const SOURCE_LOCALE = 'en';

interface TranslationFile {
  readonly formats?: Readonly<Record<string, unknown>>;
  readonly messages?: Readonly<Record<string, string>>;
}

/** `all`: all texts; `anonymous`: only those of pages without a user. */
export type Audience = 'all' | 'anonymous';

const ANONYMOUS_IDS_FILE = 'strangers.txt';

interface Merged {
  readonly messages: Readonly<Record<string, string>>;
  readonly body: string;
  readonly etag: string;
}

const compress = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: promisify<string, Buffer>(gzip),
} as const;

export class TranslationFiles {
  /** Canonical locale names, the source locale first. */
  readonly locales: readonly string[];
  private readonly files: ReadonlyMap<string, readonly string[]>;
  private readonly anonymousPrefixes: readonly string[];
  private readonly merged = new Map<string, Merged>();
  private readonly compressed = new Map<string, Promise<Buffer>>();

  /** @param folders - may contain `<locale>.json` files; later folders take precedence */
  constructor(
    folders: readonly string[],
    private readonly log: Logger
  ) {
    this.files = collectFiles(folders);
    this.anonymousPrefixes = folders.flatMap(readPrefixes);
    const others = [...this.files.keys()].filter((name) => name !== SOURCE_LOCALE).sort();
    this.locales = [SOURCE_LOCALE, ...others];
  }

  /** Merged on first use of each locale. */
  get(locale: string, audience: Audience = 'all'): Merged {
    const key = `${locale}.${audience}`;
    let merged = this.merged.get(key);
    if (!merged) {
      const parts = (this.files.get(locale) ?? []).map((file) => this.read(file));
      merged = merge(
        locale,
        parts,
        audience === 'anonymous' ? (id) => this.isForAnonymous(id) : undefined
      );
      this.merged.set(key, merged);
    }
    return merged;
  }

  /** The serialized body, compressed once. */
  getCompressed(
    locale: string,
    audience: Audience,
    encoding: keyof typeof compress
  ): Promise<Buffer> {
    const key = `${locale}.${audience}.${encoding}`;
    let body = this.compressed.get(key);
    if (!body) {
      body = compress[encoding](this.get(locale, audience).body);
      this.compressed.set(key, body);
    }
    return body;
  }

  private isForAnonymous(id: string): boolean {
    return this.anonymousPrefixes.some((prefix) => id.startsWith(prefix));
  }

  /** An invalid file affects only its own texts. */
  private read(file: string): TranslationFile {
    try {
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof content === 'object' && content !== null ? content : {};
    } catch (error) {
      this.log.error(`The translations in ${file} cannot be read: ${(error as Error).message}`);
      return {};
    }
  }
}

function merge(
  locale: string,
  parts: readonly TranslationFile[],
  isIncluded?: (id: string) => boolean
): Merged {
  const all = Object.assign({}, ...parts.map((part) => part.messages)) as Merged['messages'];
  const messages = isIncluded ? pickBy(all, (_text, id) => isIncluded(id)) : all;
  const formats = Object.assign({}, ...parts.map((part) => part.formats)) as object;
  const body = JSON.stringify({ locale, formats, messages });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { messages, body, etag };
}

function readPrefixes(folder: string): readonly string[] {
  const file = join(folder, ANONYMOUS_IDS_FILE);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function collectFiles(folders: readonly string[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
      const locale = basename(name, '.json');
      files.set(locale, [...(files.get(locale) ?? []), join(folder, name)]);
    }
  }
  return files;
}
