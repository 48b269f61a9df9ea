/**
 * Files for the browser. Only names known beforehand are served, so no path can lead elsewhere. A
 * library sends them piece by piece (conditions, ranges, types by name), in the compressed form
 * that lies beside them where there is one.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import send, { isUtf8MimeType, mime, type SendOptions } from '@fastify/send';
import type { ResponseFactory, RouteRequest, RouteResponse } from '../http/types';

/** Content codings to the ending of the file, the smaller form first. */
const CODINGS = { br: 'br', gzip: 'gz' } as const;
type Coding = keyof typeof CODINGS;

export interface StaticFile {
  readonly path: string;
  /** In which compressed forms it is there. */
  readonly codings: readonly Coding[];
}

/** Names that carry a hash of their content never change. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9.]+$/;
/** What would run scripts when it is opened by itself. */
const DOCUMENT = /html|xml/;
const DOCUMENT_POLICY = "default-src 'none'; sandbox";

const ALL_FILES: SendOptions = { contentType: false, dotfiles: 'allow', index: false };
const IMMUTABLE: SendOptions = {
  ...ALL_FILES,
  maxAge: '1y',
  immutable: true,
  // Nobody asks again, nor for a part.
  etag: false,
  lastModified: false,
  acceptRanges: false,
};
const CHANGING: SendOptions = { ...ALL_FILES, cacheControl: false };

// RFC 9239; the library's table is older.
mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

/** Files of a folder as the browser may ask for them. */
export function listFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), { path, codings: [] });
  }
  return files;
}

/** @param sizes - of the compressed forms, where they are there */
export const compressedFile = (
  path: string,
  { br, gz }: { readonly br?: number; readonly gz?: number }
): StaticFile => ({
  path,
  codings: [...(br ? ['br' as const] : []), ...(gz ? ['gzip' as const] : [])],
});

export class StaticFiles {
  /** @param find - the file of a name; undefined: 404 */
  constructor(private readonly find: (name: string) => StaticFile | undefined) {}

  async serve(
    name: string,
    request: RouteRequest,
    response: ResponseFactory
  ): Promise<RouteResponse> {
    const file = this.find(name);
    if (!file) return response.notFound();
    const { path, codings } = file;
    const coding = negotiate<Coding>(request.headers['accept-encoding'] ?? '', [...codings]);
    const sent = await send(
      // Method and headers are all that it reads.
      request as unknown as Readable,
      encodeURI(coding ? `${path}.${CODINGS[coding]}` : path),
      HASHED_NAME.test(path) ? IMMUTABLE : CHANGING
    );
    if (sent.type === 'directory' || sent.statusCode === 404) return response.notFound();
    const sentHeaders = lowerCased(sent.headers);
    if (sent.type === 'error') {
      const { 'content-range': range } = sentHeaders;
      return response.customError({
        statusCode: sent.statusCode,
        ...(range !== undefined && { headers: { 'content-range': range } }),
      });
    }
    const headers = { ...headersOf(path, codings, coding), ...sentHeaders };
    return sent.statusCode === 304
      ? response.custom({ statusCode: 304, headers })
      : response.custom({ statusCode: sent.statusCode, headers, body: sent.stream });
  }
}

/** What the library does not know: the form at hand, and what may run. */
function headersOf(
  path: string,
  codings: readonly Coding[],
  coding: Coding | null
): Record<string, string> {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return {
    'content-type': isUtf8MimeType(type) ? `${type}; charset=utf-8` : type,
    // Overwritten for what never changes.
    'cache-control': 'must-revalidate',
    ...(codings.length > 0 && { vary: 'accept-encoding' }),
    ...(coding && { 'content-encoding': coding }),
    ...(DOCUMENT.test(type) && { 'content-security-policy': DOCUMENT_POLICY }),
  };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
