/** Serves the guides to the app that shows them. */
import type { GuideList } from '../../../contracts/api/server';
import { CodedError, SERVER_ERRORS } from '../../../contracts/errors';
import { GUIDES_APP_ID, LIST_GUIDES, READ_GUIDE } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import type { PagePreload } from '../page_preload/page_preload';
import type { RouteRequest } from '../http/types';
import type { GuideLibrary } from './guide_library';

export function registerGuideRoutes(
  http: Pick<InternalHttpServiceSetup, 'createRouter'>,
  library: GuideLibrary
): void {
  const router = http.createRouter();
  router.handle(LIST_GUIDES, () => toList(library));
  router.handle(READ_GUIDE, async ({ params: { folder, name } }) => {
    const guide = await library.find(`${folder}/${name}`);
    if (!guide) throw new CodedError(SERVER_ERRORS.guideNotFound);
    return guide;
  });
}

const toList = async (library: GuideLibrary): Promise<GuideList> => ({
  guides: (await library.all()).map(({ name, title }) => ({ name, title })),
});

const ROUTE = `/app/${GUIDES_APP_ID}`;

/** What the page of a guide requests first. */
export function guidePreload(
  { url }: Pick<RouteRequest, 'url'>,
  library: GuideLibrary
): PagePreload {
  if (url.pathname !== ROUTE && !url.pathname.startsWith(`${ROUTE}/`)) return {};
  const name = url.pathname.slice(ROUTE.length).replace(/^\/|\/$/g, '');
  if (name === '')
    return {
      imports: ['core-guides_app'],
      responses: { [LIST_GUIDES.path]: () => toList(library) },
    };
  return {
    imports: ['core-guides_app', 'core-markdown'],
    ...(library.has(name) && {
      responses: { [`${LIST_GUIDES.path}/${name}`]: () => library.find(name) },
    }),
  };
}
