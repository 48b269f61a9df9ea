/**
 * `GET /api/v1/configuration_files/{kind}`: the entries of a kind as the file that a cluster and
 * `npm run security -- import` read; with `?format=csv` as a table for reviews. Neither contains
 * secrets or entries hidden from the caller; built-in entries (`static`) are in tables only. Users
 * in an imported file keep their passwords. Needs API access and read permission for the kind,
 * which the engine checks. Errors: 400 unknown format, 401, 403, 404 unknown kind, 501 a kind that
 * the backend lacks.
 */
import { setImmediate } from 'node:timers/promises';
import {
  CodedError,
  escapeUnprintable,
  hasUnprintable,
  toFileEntry,
  YAML_OPTIONS,
  YAML_STYLE,
  type ConfigurationFile,
  type ImportKind,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { Document, Scalar, visit } from 'yaml';
import {
  CONFIGURATION_FILES,
  type ConfigurationFileKind,
  READ_CONFIGURATION_FILE,
  SECURITY_ERRORS,
} from '../../common';
import { expectSuccess, enginePaths } from '../engine_requests';
import { settingRows, type TableRow, tableText } from '../file_tables';
import type { RouteDeps } from './shared/route_deps';

type Json = Readonly<Record<string, unknown>>;

/** Start of each variable. */
const VARIABLE = '${env';
/** Entries per time slice, some milliseconds of work. */
const SLICE_SIZE = 50;

export function registerConfigurationFileRoutes(deps: RouteDeps): void {
  deps.handle(READ_CONFIGURATION_FILE, async ({ params, query, engine, request }) => {
    const { kind } = params;
    requireKind(deps, request, kind);
    const path = kind === 'audit' ? enginePaths.audit : enginePaths.collection(kind);
    const result = await expectSuccess(engine.request({ method: 'GET', path }));
    const entities = result.body as Entities;
    return query.format === 'csv' ? getTable(kind, entities) : getFile(kind, entities);
  });
}

/** @throws {CodedError} if the cluster that the request names has no entries of a kind */
export function requireKind(
  { clusters }: Pick<RouteDeps, 'clusters'>,
  request: RouteRequest,
  kind: ImportKind
): void {
  if (kind === 'guardrails' && !clusters.featuresOf(request).guardrails)
    throw new CodedError(SECURITY_ERRORS.featureUnsupported, { feature: kind });
}

type Entry = readonly [name: string, value: Json];
type Entities = Readonly<Record<string, Json>>;

async function getFile(
  kind: ConfigurationFileKind,
  entities: Entities
): Promise<ConfigurationFile> {
  const entries = listEntries(kind, entities);
  const text = await fileText(kind, entries);
  return { file: CONFIGURATION_FILES[kind], text, entries: entries.length };
}

async function getTable(
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

function listEntries(kind: ConfigurationFileKind, body: Entities): readonly Entry[] {
  if (kind === 'audit') return [['config', body['config'] ?? {}]];
  return Object.entries(body)
    .filter(([, entity]) => entity['static'] !== true)
    .map(([name, entity]) => [name, toFileEntry(kind, entity)]);
}

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
