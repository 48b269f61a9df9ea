/**
 * Routes of the plugin. Calls declare their access and schemas, which reject unknown fields.
 * Errors of core's clients (403, 404, 409 …) become responses when a handler lets them pass.
 */
import { CodedError } from '@sd/contracts';
import type {
  EngineServiceSetup,
  RouteRequest,
  Router,
  SavedObjectsServiceStart,
  UiSettingsServiceStart,
} from '@sd/core/server';
import {
  CREATE_NOTE,
  LIST_NOTES,
  NOTE_TYPE,
  type NoteAttributes,
  READ_ABOUT,
  READ_ACTIVITY,
  READ_AUTHOR,
  SETTINGS,
  type SortBy,
  WELCOME_ROUTE,
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
  deps.router.handle(READ_ACTIVITY, () => deps.activity.report());
}

function registerPublicRoutes({ router, config, version }: RoutesDeps): void {
  router.handle(READ_ABOUT, () => ({ version, motto: config.motto }));
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
  router.handle(LIST_NOTES, async ({ query, request }) => {
    const { savedObjects, uiSettings } = await getStart();
    const settings = uiSettings.asScopedToRequest(request);
    // Missing query parameters default to the settings.
    const {
      search,
      page,
      per_page: perPage = await settings.get<number>(SETTINGS.pageSize),
      sort = await settings.get<SortBy>(SETTINGS.sortBy),
      order = ORDER[sort].sortOrder,
    } = query;
    // The scoped client returns only objects that this user may read, in the tenant of the request.
    const found = await savedObjects.getScopedClient(request).find<NoteAttributes>({
      type: NOTE_TYPE,
      page,
      perPage,
      sortField: ORDER[sort].sortField,
      sortOrder: order,
      ...(search !== '' && { search }),
    });
    return {
      total: found.total,
      rows: found.saved_objects.map(({ id, attributes, updated_at: changedAt }) => ({
        id,
        title: attributes.title,
        author: attributes.author,
        ...(changedAt !== undefined && { changedAt }),
      })),
    };
  });
}

function registerCreate({ router, config, activity, getStart, onWrite }: RoutesDeps): void {
  router.handle(CREATE_NOTE, async ({ body, request }) => {
    const userName = getUserName(request);
    // The browser only hides the button; this check enforces the rule.
    if (!mayWrite(request.auth, config.reader_roles)) throw new CodedError(NOTE_ERRORS.readOnly);
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
      throw new CodedError(NOTE_ERRORS.enoughForToday, { limit: config.max_notes_per_day });
    const { savedObjects } = await getStart();
    const attributes: NoteAttributes = { ...body, author: userName };
    const { id } = await savedObjects.getScopedClient(request).create(NOTE_TYPE, attributes);
    return { id };
  });
}

function registerAuthor({ router, activity, engine }: RoutesDeps): void {
  router.handle(READ_AUTHOR, async ({ request }) => {
    // Runs with the user's own permissions, so the engine decides the response.
    const result = await engine
      .asScoped(request)
      .request({ method: 'GET', path: '/_plugins/_security/authinfo' });
    if (result.statusCode !== 200) throw new CodedError(NOTE_ERRORS.nobodyTold);
    const { roles = [] } = result.body as { roles?: readonly string[] };
    const userName = getUserName(request);
    return { userName, roles, writtenToday: await activity.countToday(userName) };
  });
}

/** Access `user` guarantees an identity. */
const getUserName = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';
