/** Bulk routes. They respond with 200 even if every item failed. */
import { Type } from '@sinclair/typebox';
import {
  SAVED_OBJECTS_RESPONSE,
  SAVED_OBJECTS_UPDATED,
} from '../../../../contracts/api/saved_objects';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import type { SavedObjectsBulkItem } from '../types';
import { assertNamespaces } from './object_routes';
import { objectsResponse } from './object_stream';
import {
  receive,
  answering,
  BASE_PATH,
  toBoolean,
  toWire,
  USER_ROUTE,
  type SavedObjectsRouteDeps,
} from './route_context';
import { Attributes, Flag, MigrationVersion, Namespaces, References, Version } from './schemas';

const BULK = { maxItems: SAVED_OBJECTS_LIMITS.bulkItems };

export function registerBulkRoutes({ router, getClient }: SavedObjectsRouteDeps): void {
  router.post(
    {
      path: `${BASE_PATH}/_bulk_create`,
      validate: {
        query: Type.Object({ overwrite: Flag }),
        body: Type.Array(
          Type.Object({
            type: Type.String(),
            id: Type.Optional(Type.String()),
            attributes: Attributes,
            version: Version,
            migrationVersion: MigrationVersion,
            references: References,
            initialNamespaces: Namespaces,
          }),
          BULK
        ),
      },
      doc: { summary: 'Create several objects', responses: { 200: SAVED_OBJECTS_RESPONSE } },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, async () => {
        const items = request.body.map(({ initialNamespaces, ...item }): SavedObjectsBulkItem => {
          assertNamespaces('initialNamespaces', initialNamespaces);
          return item;
        });
        const overwrite = toBoolean('overwrite', request.query.overwrite);
        return toWireList(await getClient(request).bulkCreate(items, { overwrite }));
      })
  );

  router.post(
    {
      path: `${BASE_PATH}/_bulk_get`,
      validate: {
        body: Type.Array(
          Type.Object({
            type: Type.String(),
            id: Type.String(),
            fields: Type.Optional(
              Type.Array(Type.String(), { maxItems: SAVED_OBJECTS_LIMITS.responseFields })
            ),
          }),
          BULK
        ),
      },
      doc: { summary: 'Show several objects', responses: { 200: SAVED_OBJECTS_RESPONSE } },
      options: { ...USER_ROUTE, reads: true },
    },
    (request, response) =>
      answering(response, async () =>
        objectsResponse(response, {}, await getClient(request).openBulkGet(request.body))
      )
  );

  router.put(
    {
      path: `${BASE_PATH}/_bulk_update`,
      validate: {
        body: Type.Array(
          Type.Object({
            type: Type.String(),
            id: Type.String(),
            attributes: Attributes,
            version: Version,
            references: References,
            migrationVersion: MigrationVersion,
            namespace: Type.Optional(Type.String({ minLength: 1 })),
          }),
          BULK
        ),
      },
      doc: { summary: 'Change several objects', responses: { 200: SAVED_OBJECTS_UPDATED } },
      options: USER_ROUTE,
    },
    (request, response) =>
      receive(response, async () => {
        const items = request.body.map(({ namespace, ...item }) => {
          assertNamespaces('namespace', namespace === undefined ? undefined : [namespace]);
          return item;
        });
        return toWireList(await getClient(request).bulkUpdate(items));
      })
  );
}

const toWireList = <
  T extends { readonly type: string; readonly id: string; readonly error?: unknown },
>(result: {
  saved_objects: readonly T[];
}) => ({
  saved_objects: result.saved_objects.map(toWire),
});
