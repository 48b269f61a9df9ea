/**
 * Files for the browser. Only names known beforehand are served, so no path can lead elsewhere; small
 * ones stay in memory within a fixed budget.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { IMMUTABLE_CACHE_CONTROL } from '../http';
import type { RouteRequest, ResponseFactory, RouteResponse } from '../http/contract/types';
import { chooseEncoding } from '../http/answers/content_encoding';

export interface StaticFile {
  readonly path: string;
  readonly size: number;
  readonly hasBr: boolean;
  readonly hasGz: boolean;
  /** Names that carry a hash of their content never change. */
  readonly isImmutable: boolean;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const CACHE_BYTES = 4 * 1024 * 1024;
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9.]+$/;

/** Files of a folder as the browser may ask for them. */
export function listFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    const { size, mtimeMs } = statSync(path);
    files.set(name, describeFile(path, { size, version: mtimeMs }));
  }
  return files;
}

export function describeFile(
  path: string,
  { size, br, gz, version }: { size: number; br?: number; gz?: number; version: number | string }
): StaticFile {
  return {
    path,
    size,
    hasBr: Boolean(br),
    hasGz: Boolean(gz),
    isImmutable: HASHED_NAME.test(path),
    etag: `"${size.toString(36)}-${typeof version === 'number' ? Math.trunc(version).toString(36) : version}"`,
  };
}

export class StaticFiles {
  private readonly cache = new Map<string, Buffer>();
  private cachedBytes = 0;

  /** @param find - the file of a name; undefined: 404 */
  constructor(private readonly find: (name: string) => StaticFile | undefined) {}

  async serve(
    name: string,
    request: RouteRequest,
    response: ResponseFactory
  ): Promise<RouteResponse> {
    const file = this.find(name);
    if (!file) return response.notFound();
    const encoding = chooseEncoding(request.headers['accept-encoding'], file);
    const headers: Record<string, string> = {
      'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
      'cache-control': file.isImmutable ? IMMUTABLE_CACHE_CONTROL : 'must-revalidate',
    };
    if (file.hasBr || file.hasGz) headers['vary'] = 'accept-encoding';
    if (extname(file.path) === '.svg')
      headers['content-security-policy'] = "default-src 'none'; sandbox";
    if (!file.isImmutable) {
      headers['etag'] = file.etag;
      if (request.headers['if-none-match'] === file.etag)
        return response.custom({ statusCode: 304, headers });
    }
    if (encoding) headers['content-encoding'] = encoding === 'br' ? 'br' : 'gzip';
    const body = await this.read(encoding ? `${file.path}.${encoding}` : file.path).catch(
      () => undefined
    );
    return body ? response.ok({ headers, body }) : response.notFound();
  }

  private async read(path: string): Promise<Buffer> {
    const known = this.cache.get(path);
    if (known) {
      // Most recently used last.
      this.cache.delete(path);
      this.cache.set(path, known);
      return known;
    }
    const content = await readFile(path);
    if (content.length <= CACHE_BYTES / 4 && !this.cache.has(path)) {
      this.cache.set(path, content);
      this.cachedBytes += content.length;
      for (const [oldest, { length }] of this.cache) {
        if (this.cachedBytes <= CACHE_BYTES) break;
        this.cache.delete(oldest);
        this.cachedBytes -= length;
      }
    }
    return content;
  }
}
