/**
 * The plugin's own calls. Every route says who may call it; schemas refuse everything they do not
 * name. Errors of core's clients (403, 404, 409 …) are answered as they are when a handler lets
 * them through.
 */
import { Type } from '@sinclair/typebox';
import { errorBody } from '@sd/contracts';
import type {
  EngineServiceSetup,
  RouteRequest,
  Router,
  SavedObjectsServiceStart,
  UiSettingsServiceStart,
} from '@sd/core/server';
import {
  API,
  MAX_REACHABLE,
  NOTE_TYPE,
  SETTINGS,
  SORT_FIELDS,
  TEXT_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  WELCOME_ROUTE,
  type AboutInfo,
  type AuthorInfo,
  type NoteAttributes,
  type NotesPage,
  type SortBy,
} from '../common';
import { NOTE_ERRORS } from '../common/errors';
import type { Activity } from './activity';
import { mayWrite } from './capabilities';
import type { FieldNotesConfig } from './config';

export interface RoutesDeps {
  readonly router: Router;
  readonly config: FieldNotesConfig;
  readonly version: string;
  readonly activity: Activity;
  readonly engine: EngineServiceSetup;
  /** Start services: routes are registered before they exist. */
  readonly getStart: () => Promise<{
    readonly savedObjects: SavedObjectsServiceStart;
    readonly uiSettings: UiSettingsServiceStart;
  }>;
  /** Hears whether the last write to the own database worked. */
  readonly onWrite: (error: unknown) => void;
}

export function registerRoutes(deps: RoutesDeps): void {
  registerPublicRoutes(deps);
  registerList(deps);
  registerCreate(deps);
  registerAuthor(deps);
}

function registerPublicRoutes({ router, config, version }: RoutesDeps): void {
  router.get({ path: API.about, validate: false, options: { access: 'public' } }, (_, response) => {
    const body: AboutInfo = { version, motto: config.motto };
    return response.ok({ body });
  });
  // The page of an app whose address is not below /app; anonymous: nobody's settings are in it.
  router.get(
    { path: WELCOME_ROUTE, validate: false, options: { access: 'public' } },
    (_, response) => response.renderApp({ anonymous: true })
  );
}

/** What the store sorts by, and which end comes first unless told. */
const ORDER: Readonly<Record<SortBy, { sortField: string; sortOrder: 'asc' | 'desc' }>> = {
  changed: { sortField: 'updated_at', sortOrder: 'desc' },
  title: { sortField: 'display_title', sortOrder: 'asc' },
};

function registerList({ router, getStart }: RoutesDeps): void {
  router.get(
    {
      path: API.notes,
      validate: {
        query: Type.Object({
          search: Type.String({ default: '', maxLength: 200 }),
          page: Type.Integer({ default: 1, minimum: 1, maximum: MAX_REACHABLE }),
          per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          sort: Type.Optional(Type.Union(SORT_FIELDS.map((field) => Type.Literal(field)))),
          order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
        }),
      },
      options: { access: 'user' },
    },
    async (request, response) => {
      const { savedObjects, uiSettings } = await getStart();
      const settings = uiSettings.asScopedToRequest(request);
      // What the question does not say, the settings do.
      const {
        search,
        page,
        per_page: perPage = await settings.get<number>(SETTINGS.pageSize),
        sort = await settings.get<SortBy>(SETTINGS.sortBy),
        order = ORDER[sort].sortOrder,
      } = request.query;
      // Scoped: only what this user may read, in the tenant the request is in.
      const found = await savedObjects.getScopedClient(request).find<NoteAttributes>({
        type: NOTE_TYPE,
        page,
        perPage,
        sortField: ORDER[sort].sortField,
        sortOrder: order,
        ...(search !== '' && { search }),
      });
      const body: NotesPage = {
        total: found.total,
        rows: found.saved_objects.map(({ id, attributes, updated_at: changedAt }) => ({
          id,
          title: attributes.title,
          author: attributes.author,
          changedAt,
        })),
      };
      return response.ok({ body });
    }
  );
}

function registerCreate({ router, config, activity, getStart, onWrite }: RoutesDeps): void {
  router.post(
    {
      path: API.notes,
      validate: {
        body: Type.Object({
          title: Type.String({ minLength: 1, maxLength: TITLE_MAX_LENGTH }),
          text: Type.String({ maxLength: TEXT_MAX_LENGTH }),
        }),
      },
      options: { access: 'user', rateLimitPerMinute: 60 },
    },
    async (request, response) => {
      const userName = userNameOf(request);
      // The browser hides the button; the rule is here.
      if (!mayWrite(request.auth, config.reader_roles))
        return response.forbidden({ body: errorBody(NOTE_ERRORS.readOnly) });
      const hasOneLeft = await activity.take(userName, config.max_notes_per_day).then(
        (isTaken) => {
          onWrite(undefined);
          return isTaken;
        },
        (error: unknown) => {
          onWrite(error);
          throw error;
        }
      );
      if (!hasOneLeft)
        return response.customError({
          statusCode: 429,
          body: errorBody(NOTE_ERRORS.enoughForToday, { limit: config.max_notes_per_day }),
        });
      const { savedObjects } = await getStart();
      const attributes: NoteAttributes = { ...request.body, author: userName };
      const { id } = await savedObjects.getScopedClient(request).create(NOTE_TYPE, attributes);
      return response.created({ body: { id } });
    }
  );
}

function registerAuthor({ router, activity, engine }: RoutesDeps): void {
  router.get(
    { path: API.author, validate: false, options: { access: 'user' } },
    async (request, response) => {
      // As the user, with the user's own rights: the engine decides what it answers.
      const result = await engine
        .asScoped(request)
        .request({ method: 'GET', path: '/_plugins/_security/authinfo' });
      if (result.statusCode !== 200)
        return response.customError({
          statusCode: 502,
          body: errorBody(NOTE_ERRORS.nobodyTold),
        });
      const { roles = [] } = result.body as { roles?: readonly string[] };
      const userName = userNameOf(request);
      const writtenToday = await activity.countToday(userName);
      const body: AuthorInfo = { userName, roles, writtenToday };
      return response.ok({ body });
    }
  );
}

/** There always is one behind access `user`. */
const userNameOf = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';
