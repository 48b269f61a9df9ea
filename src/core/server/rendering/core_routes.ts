/** Pages and files that core itself serves (docs/reference/core.md#pages-and-files). */
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { CORE_RESPONSE } from '../../../contracts/api/server';
import type { Text } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import type { RouteRequest } from '../http/types';
import type { BuildFiles } from './build_manifest';
import { BUNDLES_PATH } from './rendering_service';
import { compressedFile, listFolder, StaticFiles, type StaticFile } from './static_files';

export interface CoreRoutesDeps {
  readonly http: InternalHttpServiceSetup;
  readonly build: BuildFiles;
  /** Served below `/ui/`. */
  readonly assetsFolder: string;
  /** Plugin id to its folder; `public/assets` in it is served below `/plugins/<id>/assets/`. */
  readonly pluginFolders: ReadonlyMap<string, string>;
  readonly isStatusPageAnonymous: boolean;
  /** Why nobody can log in; the status page is open to everyone meanwhile. */
  readonly outage: () => Text | undefined;
  /** Where `/` leads, for the user of the request. */
  readonly defaultRoute: (request: RouteRequest) => Promise<string>;
}

const MAX_PATH_LENGTH = 1_000;
const FALLBACK_ROUTE = '/app/home';
const PAGE = { contentType: 'text/html' } as const;
const FILE = { contentType: '' } as const;
const restOf = () => Type.Object({ path: Type.String({ maxLength: MAX_PATH_LENGTH }) });

export function registerCoreRoutes(deps: CoreRoutesDeps): void {
  const router = deps.http.createRouter();
  router.get(
    {
      path: '/',
      validate: false,
      doc: {
        summary:
          'Leads people to their start page; clients that bring credentials get name and version of the engine',
        answers: { 302: null },
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
      doc: { summary: 'The page of an app', answers: { 200: PAGE, 302: null } },
      options: { access: 'user' },
    },
    (_request, response) => response.renderApp()
  );
  router.get(
    {
      path: '/status',
      validate: false,
      doc: { summary: 'The page of the status', answers: { 200: PAGE } },
      options: {
        access: deps.isStatusPageAnonymous ? 'optional' : 'user',
        openWhile: () => deps.outage() !== undefined,
        strangersWhenAway: true,
      },
    },
    (_request, response) => response.renderApp()
  );
  router.get(
    {
      path: '/core',
      validate: false,
      doc: { summary: 'The version of the interface', answers: { 200: CORE_RESPONSE } },
      options: { access: 'user' },
    },
    (_request, response) => response.ok({ body: { version: '0.0.1' } })
  );

  const serve = (path: string, files: StaticFiles) =>
    router.get(
      {
        path: `${path}{path*}`,
        validate: { params: restOf() },
        doc: {
          summary: 'A file of the browser part',
          answers: { 200: FILE, 206: FILE, 304: null },
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

/** Names of the manifest only. */
function bundleFinder(build: BuildFiles): (name: string) => StaticFile | undefined {
  return (name) => {
    const { files } = build.current();
    if (!Object.hasOwn(files, name)) return undefined;
    return compressedFile(join(build.folder, name), files[name] ?? {});
  };
}

/**
 * The setting is checked when it is written; a redirect off this server must not slip through
 * anyway.
 */
const safeRoute = (route: string): string =>
  /^\/(?![/\\])[\x21-\x7e]*$/.test(route) && !route.includes('\\') ? route : FALLBACK_ROUTE;
