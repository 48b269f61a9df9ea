/**
 * Routes of the plugin. Every route declares its required access; schemas reject unknown fields.
 * Errors of core's clients (403, 404, 409 …) become responses when a handler lets them pass.
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
  /** Start services, which are not available yet when routes are registered. */
  readonly getStart: () => Promise<{
    readonly savedObjects: SavedObjectsServiceStart;
    readonly uiSettings: UiSettingsServiceStart;
  }>;
  /** Reports the result of each write to the activity counter. */
  readonly onWrite: (error: unknown) => void;
}

export function registerRoutes(deps: RoutesDeps): void {
  registerPublicRoutes(deps);
  registerList(deps);
  registerCreate(deps);
  registerAuthor(deps);
  // Counts of all tenants are for administrators.
  deps.router.get(
    { path: API.activity, validate: false, options: { access: 'admin', rights: 'any' } },
    async (_, response) => response.ok({ body: await deps.activity.report() })
  );
}

function registerPublicRoutes({ router, config, version }: RoutesDeps): void {
  router.get({ path: API.about, validate: false, options: { access: 'public' } }, (_, response) => {
    const body: AboutInfo = { version, motto: config.motto };
    return response.ok({ body });
  });
  // Page of an app outside /app. Anonymous, so it contains no user settings.
  router.get(
    { path: WELCOME_ROUTE, validate: false, options: { access: 'public' } },
    (_, response) => response.renderApp({ anonymous: true })
  );
}

/** Sort field and default order of each sort option. */
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
      // Missing query parameters default to the settings.
      const {
        search,
        page,
        per_page: perPage = await settings.get<number>(SETTINGS.pageSize),
        sort = await settings.get<SortBy>(SETTINGS.sortBy),
        order = ORDER[sort].sortOrder,
      } = request.query;
      // The scoped client returns only objects that this user may read, in the tenant of the
      // request.
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
      // The browser only hides the button; this check enforces the rule.
      if (!mayWrite(request.auth, config.reader_roles))
        return response.forbidden({ body: errorBody(NOTE_ERRORS.readOnly) });
      const isReserved = await activity.reserve(userName, config.max_notes_per_day).then(
        (isReserved) => {
          onWrite(undefined);
          return isReserved;
        },
        (error: unknown) => {
          onWrite(error);
          throw error;
        }
      );
      if (!isReserved)
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
      // Runs with the user's own permissions, so the engine decides the response.
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

/** Access `user` guarantees an identity. */
const userNameOf = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';
