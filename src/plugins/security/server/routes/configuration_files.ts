/**
 * `GET /api/v1/configuration_files/{kind}`: the entries of a kind as the file that a cluster and
 * `npm run security -- import` read; with `?format=csv` as a table for reviews. Neither contains
 * secrets or entries hidden from the caller; built-in entries (`static`) are in tables only. Users
 * in an imported file keep their passwords. Needs API access and read permission for the kind,
 * which the engine checks. Errors: 400 unknown format, 401, 403, 404 unknown kind, 501 a kind that
 * the backend lacks.
 */
import { setImmediate } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import {
  CONFIGURATION_FILE,
  endpointFor,
  escapeUnprintable,
  hasUnprintable,
  YAML_OPTIONS,
  YAML_STYLE,
  type ConfigurationFile,
  type ImportKind,
} from '@sd/contracts';
import type { RouteRequest, RouteResponse, ResponseFactory } from '@sd/core/server';
import { Document, Scalar, visit } from 'yaml';
import {
  CONFIGURATION_FILES,
  CONFIGURATION_FILES_PATH,
  CONFIGURATION_FORMATS,
  type ConfigurationFileKind,
  SECURITY_ERRORS,
} from '../../common';
import { refused } from '../errors';
import { expectSuccess, withEngineErrors, enginePaths } from './shared/engine_requests';
import { settingRows, type TableRow, tableText } from './shared/file_tables';
import type { RouteDeps } from './shared/route_deps';

type Json = Readonly<Record<string, unknown>>;

/** Start of each variable. */
const VARIABLE = '${env';
/** Entries per time slice, some milliseconds of work. */
const SLICE_SIZE = 50;

const formatQuery = Type.Object({
  format: Type.Optional(Type.Union(CONFIGURATION_FORMATS.map((format) => Type.Literal(format)))),
});

export function registerConfigurationFileRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  const kinds = Object.keys(CONFIGURATION_FILES) as ConfigurationFileKind[];
  for (const kind of kinds)
    router.get(
      {
        path: `${CONFIGURATION_FILES_PATH}/${kind}`,
        validate: { query: formatQuery },
        doc: {
          summary: `Show ${CONFIGURATION_FILES[kind]} as a cluster reads it`,
          responses: { 200: CONFIGURATION_FILE },
          errors: [SECURITY_ERRORS.featureUnsupported],
        },
        options: { access: 'admin', rights: [`GET ${endpointFor(kind)}`] },
      },
      (request, response) =>
        withEngineErrors(deps, response, async () => {
          if (!hasKind(deps, request, kind)) return lacksKind(response, kind);
          const path = kind === 'audit' ? enginePaths.audit : enginePaths.collection(kind);
          const result = await expectSuccess(asScoped(request).request({ method: 'GET', path }));
          const entities = result.body as Entities;
          const isTable = request.query.format === 'csv';
          const body = isTable ? tableOf(kind, entities) : fileOf(kind, entities);
          return response.ok({ body: await body });
        })
    );
}

/** Whether the cluster that the request names has entries of a kind. */
export const hasKind = (
  { clusters }: Pick<RouteDeps, 'clusters'>,
  request: RouteRequest,
  kind: ImportKind
): boolean => kind !== 'guardrails' || clusters.featuresOf(request).guardrails;

export const lacksKind = (response: ResponseFactory, kind: ImportKind): RouteResponse =>
  refused(response, SECURITY_ERRORS.featureUnsupported, { feature: kind });

type Entry = readonly [name: string, value: Json];
type Entities = Readonly<Record<string, Json>>;

async function fileOf(kind: ConfigurationFileKind, entities: Entities): Promise<ConfigurationFile> {
  const entries = entriesOf(kind, entities);
  const text = await fileText(kind, entries);
  return { file: CONFIGURATION_FILES[kind], text, entries: entries.length };
}

async function tableOf(
  kind: ConfigurationFileKind,
  entities: Entities
): Promise<ConfigurationFile> {
  const rows =
    kind === 'audit'
      ? settingRows(entities['config'] ?? {})
      : Object.entries(entities).map(([name, { hash: _hash, ...fields }]): TableRow => [
          name,
          fields,
        ]);
  const file = CONFIGURATION_FILES[kind].replace(/yml$/, 'csv');
  return { file, text: await tableText(rows), entries: rows.length };
}

function entriesOf(kind: ConfigurationFileKind, body: Entities): readonly Entry[] {
  if (kind === 'audit') return [['config', body['config'] ?? {}]];
  return Object.entries(body)
    .filter(([, entity]) => entity['static'] !== true)
    .map(([name, entity]) => [name, entryOf(kind, entity)]);
}

/** An entry as a file has it: omits default values, except for keys that a cluster requires. */
export function entryOf(kind: ConfigurationFileKind, entity: Json): Json {
  if (kind === 'guardrails') return entity;
  const { reserved, hash: _hash, static: _static, ...rest } = entity;
  const content = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isDefault(value)));
  const isUnmapped = kind === 'rolesmapping' && Object.keys(content).length === 0;
  return {
    reserved: reserved === true,
    ...(kind === 'actiongroups' && { allowed_actions: [] }),
    ...(isUnmapped && { users: [] }),
    ...content,
  };
}

const isDefault = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Yields between slices: ten thousand users take a second of work. */
async function fileText(kind: ConfigurationFileKind, entries: readonly Entry[]): Promise<string> {
  const parts = [yaml({ _meta: { type: kind, config_version: 2 } })];
  for (const [at, [name, value]] of entries.entries()) {
    parts.push(yaml({ [name]: value }));
    if (at % SLICE_SIZE === SLICE_SIZE - 1) await setImmediate();
  }
  return parts.join('\n');
}

/**
 * Escapes the dollar sign of stored text that looks like a variable. Otherwise the command line
 * would insert a variable of the reader's machine.
 */
function yaml(value: Json): string {
  const document = new Document(value, YAML_OPTIONS);
  visit(document, {
    Scalar: (_key, node) => {
      const text = String(node.value);
      if (text.includes(VARIABLE) || hasUnprintable(text)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeUnprintable(document.toString(YAML_STYLE)).replaceAll(
    VARIABLE,
    `\\u0024${VARIABLE.slice(1)}`
  );
}
