/** Routes for export files: `_export`, `_import`, `_resolve_import_errors`. */
import { Type } from '@sinclair/typebox';
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { IMPORT_RESPONSE, type ImportResponse } from '../../../../contracts/api/saved_objects';
import type { RouteRequest } from '../../http/types';
import { SavedObjectsError } from '../../../../backend/api';
import { openExport } from '../transfer/export_objects';
import { readRetries } from '../transfer/import_file';
import { importObjects, type ImportOptions } from '../transfer/import_objects';
import { readUpload } from '../transfer/upload';
import { toStream } from './object_stream';
import {
  receive,
  BASE_PATH,
  toBoolean,
  toErrorResponse,
  toList,
  USER_ROUTE,
  type SavedObjectsRouteDeps,
} from './route_context';
import { Flag, TextOrList, TypeAndId } from './schemas';

const UPLOAD_TYPES = [
  'application/ndjson',
  'application/x-ndjson',
  'text/plain',
  'multipart/form-data',
];

export function registerTransferRoutes(deps: SavedObjectsRouteDeps): void {
  registerExport(deps);
  registerImport(deps);
  registerResolveImportErrors(deps);
}

function registerExport(deps: SavedObjectsRouteDeps): void {
  const { router, getClient, types, limits, transfers } = deps;
  router.post(
    {
      path: `${BASE_PATH}/_export`,
      validate: {
        body: Type.Object({
          type: Type.Optional(TextOrList),
          objects: Type.Optional(Type.Array(TypeAndId)),
          search: Type.Optional(Type.String()),
          hasReference: Type.Optional(TypeAndId),
          includeReferencesDeep: Type.Optional(Type.Boolean()),
          excludeExportDetails: Type.Optional(Type.Boolean()),
        }),
      },
      doc: {
        summary: 'Export objects as a file',
        responses: { 200: { contentType: 'application/ndjson' } },
      },
      options: { ...USER_ROUTE, reads: true },
    },
    async (request, response) => {
      try {
        const {
          type,
          objects,
          search,
          hasReference,
          includeReferencesDeep = false,
          excludeExportDetails = false,
        } = request.body;
        const client = getClient(request);
        const open = () =>
          openExport(
            {
              includeReferencesDeep,
              excludeExportDetails,
              ...(type !== undefined && { types: toList(type) }),
              ...(objects && { objects }),
              ...(search !== undefined && { search }),
              ...(hasReference && { hasReference }),
            },
            { client, types, maxObjects: limits.maxImportExportSize }
          );
        const text = await transfers.run(client.caller, open);
        return response.ok({
          body: toStream(text),
          headers: {
            'content-type': 'application/ndjson',
            'content-disposition': 'attachment; filename="export.ndjson"',
          },
        });
      } catch (error) {
        return toErrorResponse(response, error);
      }
    }
  );
}

const uploadBody = ({ limits }: SavedObjectsRouteDeps) => ({
  maxBytes: limits.maxImportPayloadBytes,
  accepts: UPLOAD_TYPES,
  asBytes: true,
});

function registerImport(deps: SavedObjectsRouteDeps): void {
  deps.router.post(
    {
      path: `${BASE_PATH}/_import`,
      validate: {
        query: Type.Object({ overwrite: Flag, createNewCopies: Flag }),
        body: Type.Any(),
      },
      doc: { summary: 'Import the objects of a file', responses: { 200: IMPORT_RESPONSE } },
      options: { ...USER_ROUTE, body: uploadBody(deps) },
    },
    (request, response) =>
      receive(response, async () => {
        const overwrite = toBoolean('overwrite', request.query.overwrite);
        const createNewCopies = toBoolean('createNewCopies', request.query.createNewCopies);
        if (overwrite && createNewCopies)
          throw new SavedObjectsError(TRANSFER_ERRORS.overwritesCopies);
        return run(deps, request, {
          file: (await upload(request)).file,
          overwrite,
          createNewCopies,
        });
      })
  );
}

function registerResolveImportErrors(deps: SavedObjectsRouteDeps): void {
  deps.router.post(
    {
      path: `${BASE_PATH}/_resolve_import_errors`,
      validate: {
        query: Type.Object({ createNewCopies: Flag, retries: Type.Optional(Type.String()) }),
        body: Type.Any(),
      },
      doc: {
        summary: 'Import objects of a file that an import skipped, with decisions about conflicts',
        responses: { 200: IMPORT_RESPONSE },
      },
      options: { ...USER_ROUTE, body: uploadBody(deps) },
    },
    (request, response) =>
      receive(response, async () => {
        const { file, retries } = await upload(request);
        return run(deps, request, {
          file,
          overwrite: false,
          createNewCopies: toBoolean('createNewCopies', request.query.createNewCopies),
          retries: readRetries(retries ?? request.query.retries),
        });
      })
  );
}

const upload = (request: RouteRequest) =>
  readUpload(request.body, request.headers['content-type'] ?? '');

function run(
  { getClient, types, limits, transfers }: SavedObjectsRouteDeps,
  request: RouteRequest,
  options: ImportOptions
): Promise<ImportResponse> {
  const client = getClient(request);
  return transfers.run(client.caller, () =>
    importObjects(options, { client, types, maxObjects: limits.maxImportExportSize })
  );
}
