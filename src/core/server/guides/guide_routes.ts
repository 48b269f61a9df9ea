/** Serves the guides to the app that shows them. */
import { Type } from '@sinclair/typebox';
import { GUIDE_LIST, GUIDE_RESPONSE, type GuideList } from '../../../contracts/api/server';
import { CodedError, SERVER_ERRORS } from '../../../contracts/errors';
import { GUIDES_APP_ID, GUIDES_PATH } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import type { PagePreload } from '../page_preload/page_preload';
import type { RouteRequest } from '../http/types';
import type { GuideLibrary } from './guide_library';

/** Longer than all names of guides. */
const MAX_NAME_LENGTH = 64;
const namePart = () => Type.String({ maxLength: MAX_NAME_LENGTH });

export function registerGuideRoutes(
  http: Pick<InternalHttpServiceSetup, 'createRouter'>,
  library: GuideLibrary
): void {
  const router = http.createRouter();
  router.get(
    {
      path: GUIDES_PATH,
      validate: false,
      doc: { summary: 'The guides of the product', responses: { 200: GUIDE_LIST } },
      options: { access: 'user' },
    },
    async (_request, response) => response.ok({ body: await listOf(library) })
  );
  router.get(
    {
      path: `${GUIDES_PATH}/{folder}/{name}`,
      validate: { params: Type.Object({ folder: namePart(), name: namePart() }) },
      doc: { summary: 'A guide of the product', responses: { 200: GUIDE_RESPONSE } },
      options: { access: 'user' },
    },
    async ({ params: { folder, name } }, response) => {
      const guide = await library.find(`${folder}/${name}`);
      if (!guide) throw new CodedError(SERVER_ERRORS.guideNotFound);
      return response.ok({ body: guide });
    }
  );
}

const listOf = async (library: GuideLibrary): Promise<GuideList> => ({
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
      responses: { [GUIDES_PATH]: () => listOf(library) },
    };
  return {
    imports: ['core-guides_app', 'core-markdown'],
    ...(library.has(name) && {
      responses: { [`${GUIDES_PATH}/${name}`]: () => library.find(name) },
    }),
  };
}
