/**
 * Translations: `translations/<locale>.json` of core and of every plugin, merged, served as one file.
 *
 * File format: `{ "formats": {...}, "messages": { "<id>": "ICU text" } }`; `formats` is optional.
 * English is in the code itself, so `en` exists without a file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { InternalHttpServiceSetup } from '../http';
import type { Logger } from '../logging';

export interface I18nServiceSetup {
  readonly locale: string;
  /** Path of the translations file below the base path. */
  readonly translationsPath: string;
}

interface TranslationFile {
  readonly formats?: Readonly<Record<string, unknown>>;
  readonly messages?: Readonly<Record<string, string>>;
}

interface Prepared {
  readonly body: string;
  readonly etag: string;
}

export interface I18nServiceDeps {
  readonly http: InternalHttpServiceSetup;
  readonly locale: string;
  /** Folders that may hold `<locale>.json` files. */
  readonly folders: readonly string[];
  readonly log: Logger;
}

const SOURCE_LOCALE = 'en';

export class I18nService {
  private readonly prepared = new Map<string, Prepared>();

  setup({ http, locale, folders, log }: I18nServiceDeps): I18nServiceSetup {
    const files = collectFiles(folders);
    const known = new Map(
      [SOURCE_LOCALE, ...files.keys()].map((name) => [name.toLowerCase(), name])
    );
    if (!known.has(locale.toLowerCase()))
      log.warn(`There are no translations for i18n.locale "${locale}"; texts stay English.`);
    known.set(locale.toLowerCase(), known.get(locale.toLowerCase()) ?? locale);

    http.createRouter().get(
      {
        path: '/translations/{file}',
        validate: { params: Type.Object({ file: Type.String({ maxLength: 64 }) }) },
        options: { access: 'public' },
      },
      (request, response) => {
        const [, asked = request.params.file] = /^(.*)\.json$/.exec(request.params.file) ?? [];
        const name = known.get(asked.toLowerCase());
        if (name === undefined) return response.notFound({ body: `Unknown locale: ${asked}` });
        const { body, etag } = this.prepare(name, files.get(name) ?? []);
        const headers = {
          etag,
          'cache-control': 'must-revalidate',
          'content-type': 'application/json; charset=utf-8',
        };
        if (request.headers['if-none-match'] === etag)
          return response.custom({ statusCode: 304, headers });
        return response.ok({ body, headers });
      }
    );
    const file = known.get(locale.toLowerCase()) as string;
    return { locale: file, translationsPath: `/translations/${file}.json` };
  }

  /** Read and serialised once for each locale somebody asks for. */
  private prepare(locale: string, files: readonly string[]): Prepared {
    let prepared = this.prepared.get(locale);
    if (!prepared) {
      const parts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as TranslationFile);
      const body = JSON.stringify({
        locale,
        formats: Object.assign({}, ...parts.map((part) => part.formats)) as object,
        messages: Object.assign({}, ...parts.map((part) => part.messages)) as object,
      });
      prepared = {
        body,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      };
      this.prepared.set(locale, prepared);
    }
    return prepared;
  }
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
