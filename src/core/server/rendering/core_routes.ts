/** Pages and files that core itself serves (docs/reference/core.md#pages-and-files). */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import send, { isUtf8MimeType, mime, type SendOptions } from '@fastify/send';
import { Type } from '@sinclair/typebox';
import type { ResponseFactory, RouteRequest, RouteResponse } from '../http/types';
import { CORE_RESPONSE } from '../../../contracts/api/server';
import type { Text } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import { serviceErrorResponse } from '../http/responses/http_errors';
import type { BuildFiles } from './build_manifest';
import { BUNDLES_PATH } from './rendering_service';

/** File extensions by content coding, the smaller format first. */
const CODINGS = { br: 'br', gzip: 'gz' } as const;
type Coding = keyof typeof CODINGS;

interface StaticFile {
  readonly path: string;
  /** Compressed formats that exist for the file. */
  readonly codings: readonly Coding[];
}

/** Files with a content hash in their name never change. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9.]+$/;
/** Types that could run scripts if opened directly. */
const DOCUMENT = /html|xml/;
const DOCUMENT_POLICY = "default-src 'none'; sandbox";

const ALL_FILES: SendOptions = { contentType: false, dotfiles: 'allow', index: false };
const IMMUTABLE: SendOptions = {
  ...ALL_FILES,
  maxAge: '1y',
  immutable: true,
  // Immutable files are neither revalidated nor requested in parts.
  etag: false,
  lastModified: false,
  acceptRanges: false,
};
const CHANGING: SendOptions = { ...ALL_FILES, cacheControl: false };

// RFC 9239; the library's table is older.
mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

/** Files of a folder, by path in the URL. */
function listFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), { path, codings: [] });
  }
  return files;
}

/** @param sizes - sizes of the existing compressed formats */
const compressedFile = (
  path: string,
  { br, gz }: { readonly br?: number; readonly gz?: number }
): StaticFile => ({
  path,
  codings: [...(br ? ['br' as const] : []), ...(gz ? ['gzip' as const] : [])],
});

class StaticFiles {
  /** @param find - returns the file for a name; undefined leads to 404 */
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
      // The library reads only method and headers.
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
    const headers = { ...toHeaders(path, codings, coding), ...sentHeaders };
    return sent.statusCode === 304
      ? response.custom({ statusCode: 304, headers })
      : response.custom({ statusCode: sent.statusCode, headers, body: sent.stream });
  }
}

/** Headers that the library does not set: coding, and script restrictions. */
function toHeaders(
  path: string,
  codings: readonly Coding[],
  coding: Coding | null
): Record<string, string> {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return {
    'content-type': isUtf8MimeType(type) ? `${type}; charset=utf-8` : type,
    // Overwritten for immutable files.
    'cache-control': 'must-revalidate',
    ...(codings.length > 0 && { vary: 'accept-encoding' }),
    ...(coding && { 'content-encoding': coding }),
    ...(DOCUMENT.test(type) && { 'content-security-policy': DOCUMENT_POLICY }),
  };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

interface CoreRoutesDeps {
  readonly http: InternalHttpServiceSetup;
  readonly build: BuildFiles;
  /** Served below `/ui/`. */
  readonly assetsFolder: string;
  /** Folders by plugin id; `public/assets` in each is served below `/plugins/<id>/assets/`. */
  readonly pluginFolders: ReadonlyMap<string, string>;
  readonly isStatusPageAnonymous: boolean;
  /** Why login is unavailable; the status page is open to everyone meanwhile. */
  readonly outage: () => Text | undefined;
  /** Target of `/` for the user of the request. */
  readonly defaultRoute: (request: RouteRequest) => Promise<string>;
}

const MAX_PATH_LENGTH = 1_000;
const FALLBACK_ROUTE = '/app/home';
const PAGE = { contentType: 'text/html' } as const;
const FILE = { contentType: '' } as const;
const getRest = () => Type.Object({ path: Type.String({ maxLength: MAX_PATH_LENGTH }) });

export function registerCoreRoutes(deps: CoreRoutesDeps): void {
  const router = deps.http.createRouter();
  router.get(
    {
      path: '/',
      validate: false,
      doc: {
        summary:
          'Redirect to the start page; clients with credentials get name and version of the engine',
        responses: { 302: null },
      },
      options: { access: 'user' },
    },
    async (request, response) =>
      response.redirected({
        location: request.basePath + safeRoute(await deps.defaultRoute(request)),
      })
  );
  router.get(
    {
      path: '/app/{id}/{any*}',
      validate: false,
      doc: { summary: 'The page of an app', responses: { 200: PAGE, 302: null } },
      options: { access: 'user' },
    },
    (_request, response) => response.renderApp()
  );
  const statusAccess = {
    access: deps.isStatusPageAnonymous ? 'optional' : 'user',
    openWhile: () => deps.outage() !== undefined,
    anonymousWhenUnavailable: true,
  } as const;
  router.get(
    {
      path: '/app/status',
      validate: false,
      doc: { summary: 'Redirect to the status page', responses: { 302: null } },
      options: statusAccess,
    },
    ({ basePath, url }, response) =>
      response.redirected({ location: `${basePath}/status${url.search}` })
  );
  router.get(
    {
      path: '/status',
      validate: false,
      doc: { summary: 'The status page', responses: { 200: PAGE } },
      options: statusAccess,
    },
    async (_request, response) => {
      try {
        return await response.renderApp();
      } catch (error) {
        // At the start of an outage, users are still known, but their settings cannot be read.
        const isOpen = deps.isStatusPageAnonymous || deps.outage() !== undefined;
        if (!isOpen || serviceErrorResponse(error)?.statusCode !== 503) throw error;
        return response.renderApp({ anonymous: true });
      }
    }
  );
  router.get(
    {
      path: '/core',
      validate: false,
      doc: { summary: 'The version of this API', responses: { 200: CORE_RESPONSE } },
      options: { access: 'user' },
    },
    (_request, response) => response.ok({ body: { version: '0.0.1' } })
  );

  const serve = (path: string, files: StaticFiles) =>
    router.get(
      {
        path: `${path}{path*}`,
        validate: { params: getRest() },
        doc: {
          summary: 'A file of the browser part',
          responses: { 200: FILE, 206: FILE, 304: null },
          headers: { 'if-none-match': 'The `etag` of a file that is known.' },
        },
        options: { access: 'public' },
      },
      (request, response) => files.serve(request.params.path, request, response)
    );
  serve(BUNDLES_PATH, new StaticFiles(bundleFinder(deps.build)));
  const assets = listFolder(deps.assetsFolder);
  serve('/ui/', new StaticFiles((name) => assets.get(name)));
  for (const [id, folder] of deps.pluginFolders) {
    const files = listFolder(join(folder, 'public', 'assets'));
    if (files.size > 0) serve(`/plugins/${id}/assets/`, new StaticFiles((name) => files.get(name)));
  }
}

/** Finds only files that the manifest lists. */
function bundleFinder(build: BuildFiles): (name: string) => StaticFile | undefined {
  return (name) => {
    const { files } = build.current();
    if (!Object.hasOwn(files, name)) return undefined;
    return compressedFile(join(build.folder, name), files[name] ?? {});
  };
}

/**
 * Checked again, although the setting is validated when it is written, so that it can never
 * redirect to another server.
 */
const safeRoute = (route: string): string =>
  /^\/(?![/\\])[\x21-\x7e]*$/.test(route) && !route.includes('\\') ? route : FALLBACK_ROUTE;
