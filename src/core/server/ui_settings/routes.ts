/**
 * The settings API, under the names of both dialects (docs/reference/core.md#two-dialects and
 * #settings-api).
 */
import { Type } from '@sinclair/typebox';
import { attributesOf, ENGINE_ERRORS } from '../../../contracts/errors';
import type { Text } from '../../common';
import { SETTINGS_RESPONSE } from '../../../contracts/api/server';
import { definedError } from '../http/responses/http_errors';
import type { RouteRequest, ResponseFactory, RouteResponse, Router } from '../http/types';
import type { I18nServiceSetup } from '../i18n';
import { UiSettingsError } from './errors';
import type { UiSettingsClientContract } from './types';

const PREFERENCES_PATH = '/api/core/preferences';
const API_PATHS = ['/api/kibana/settings', '/api/opensearch-dashboards/settings'] as const;
const USER_ROUTE = { access: 'user' } as const;

const CHANGES_BODY = Type.Object({ changes: Type.Record(Type.String(), Type.Any()) });

const doc = (summary: string) => ({ summary, answers: { 200: SETTINGS_RESPONSE } });

export interface UiSettingsRouteDeps {
  readonly router: Router;
  readonly getClient: (request: RouteRequest) => UiSettingsClientContract;
  readonly i18n: Pick<I18nServiceSetup, 'localeOf' | 'translate'>;
}

export function registerUiSettingsRoutes(deps: UiSettingsRouteDeps): void {
  for (const path of API_PATHS) registerUnder(path, deps);
  deps.router.post(
    {
      path: PREFERENCES_PATH,
      validate: { body: CHANGES_BODY },
      doc: doc('Choose settings for oneself, whichever the tenant; null takes a choice back'),
      options: USER_ROUTE,
    },
    (request, response) =>
      // What a person chooses is nothing that the permissions of an API key name.
      request.auth?.identity.key?.permissions
        ? definedError(ENGINE_ERRORS.inPersonOnly)
        : result(deps, request, response, (client) => client.setPersonal(request.body.changes))
  );
}

function registerUnder(path: string, deps: UiSettingsRouteDeps): void {
  const { router } = deps;
  const byKey = Type.Object({ key: Type.String({ minLength: 1 }) });

  router.get(
    { path, validate: {}, doc: doc('What is set in the tenant'), options: USER_ROUTE },
    (request, response) => result(deps, request, response)
  );

  router.post(
    {
      path,
      validate: { body: CHANGES_BODY },
      doc: doc('Change several settings; null takes one back'),
      options: USER_ROUTE,
    },
    (request, response) =>
      result(deps, request, response, (client) => client.setMany(request.body.changes))
  );

  router.post(
    {
      path: `${path}/{key}`,
      validate: { params: byKey, body: Type.Object({ value: Type.Any() }) },
      doc: doc('Change a setting'),
      options: USER_ROUTE,
    },
    (request, response) =>
      result(deps, request, response, (client) =>
        client.setMany({ [request.params.key]: request.body.value as unknown })
      )
  );

  router.delete(
    {
      path: `${path}/{key}`,
      validate: { params: byKey },
      doc: doc('Take a setting back'),
      options: USER_ROUTE,
    },
    (request, response) =>
      result(deps, request, response, (client) => client.setMany({ [request.params.key]: null }))
  );
}

/** Changes, then answers with all that is set. */
async function result(
  { getClient, i18n }: UiSettingsRouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  change?: (client: UiSettingsClientContract) => Promise<void>
): Promise<RouteResponse> {
  const client = getClient(request);
  try {
    await change?.(client);
    return response.ok({ body: { settings: await client.getUserProvided() } });
  } catch (error) {
    if (error instanceof UiSettingsError) {
      const { statusCode, definition } = error;
      const translate = (text: Text) => i18n.translate(i18n.localeOf(request), text);
      const values = error.paramsIn(translate);
      const { code: id, defaultMessage } = definition;
      // Screens show this text as it is (specification, section 8): it is in the user's language.
      const message = translate({ id, defaultMessage, values });
      const attributes = attributesOf(definition, values);
      return response.customError({ statusCode, body: { message, attributes: { ...attributes } } });
    }
    throw error;
  }
}
