/** Routes for a single object: create, get, update, delete. */
import { Type } from '@sinclair/typebox';
import { SAVED_OBJECTS_ERRORS } from '../../../../contracts/errors';
import { NOTHING } from '../../../../contracts/api/nothing';
import { SAVED_OBJECT, SAVED_OBJECT_UPDATED } from '../../../../contracts/api/saved_objects';
import { SavedObjectsError } from '../../../../backend/api';
import {
  NAMESPACES,
  receive,
  BASE_PATH,
  toBoolean,
  toWire,
  USER_ROUTE,
  type SavedObjectsRouteDeps,
} from './route_context';
import {
  Attributes,
  Flag,
  MigrationVersion,
  Namespaces,
  References,
  TypeAndId,
  Version,
} from './schemas';

export function registerObjectRoutes({ router, getClient }: SavedObjectsRouteDeps): void {
  router.post(
    {
      path: `${BASE_PATH}/{type}/{id?}`,
      validate: {
        params: Type.Object({ type: Type.String(), id: Type.Optional(Type.String()) }),
        query: Type.Object({ overwrite: Flag }),
        body: Type.Object({
          attributes: Attributes,
          migrationVersion: MigrationVersion,
          references: References,
          version: Version,
          initialNamespaces: Namespaces,
        }),
      },
      doc: {
        summary: 'Create an object; without an id, a new one is assigned',
        responses: { 200: SAVED_OBJECT },
      },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, async () => {
        const { attributes, initialNamespaces, ...options } = request.body;
        assertNamespaces('initialNamespaces', initialNamespaces);
        const { type, id } = request.params;
        const overwrite = toBoolean('overwrite', request.query.overwrite);
        const created = getClient(request).create(type, attributes, {
          ...options,
          overwrite,
          ...(id !== undefined && { id }),
        });
        return toWire(await created);
      })
  );

  router.get(
    {
      path: `${BASE_PATH}/{type}/{id}`,
      validate: { params: TypeAndId },
      doc: { summary: 'Show an object', responses: { 200: SAVED_OBJECT } },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, async () =>
        toWire(await getClient(request).get(request.params.type, request.params.id))
      )
  );

  router.put(
    {
      path: `${BASE_PATH}/{type}/{id}`,
      validate: {
        params: TypeAndId,
        // The browser client also sends `migrationVersion`, which has no effect.
        body: Type.Object({
          attributes: Attributes,
          version: Version,
          references: References,
          migrationVersion: MigrationVersion,
        }),
      },
      doc: { summary: 'Change attributes of an object', responses: { 200: SAVED_OBJECT_UPDATED } },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, async () => {
        const { attributes, version, references } = request.body;
        const options = {
          ...(version !== undefined && { version }),
          ...(references && { references }),
        };
        return toWire(
          await getClient(request).update(
            request.params.type,
            request.params.id,
            attributes,
            options
          )
        );
      })
  );

  router.delete(
    {
      path: `${BASE_PATH}/{type}/{id}`,
      validate: { params: TypeAndId, query: Type.Object({ force: Flag }) },
      doc: { summary: 'Delete an object', responses: { 200: NOTHING } },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, () => {
        const force = toBoolean('force', request.query.force);
        return getClient(request).delete(request.params.type, request.params.id, { force });
      })
  );
}

/** @throws {SavedObjectsError} 400 for any space but the existing one */
export function assertNamespaces(name: string, namespaces: readonly string[] | undefined): void {
  if (!namespaces || namespaces.every((namespace) => NAMESPACES.includes(namespace))) return;
  throw new SavedObjectsError(SAVED_OBJECTS_ERRORS.unknownNamespace, {
    path: `request body.${name}`,
    namespaces: NAMESPACES.join(),
  });
}
