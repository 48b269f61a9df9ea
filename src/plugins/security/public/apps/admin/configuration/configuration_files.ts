/** What an export is made of. */
import type { HttpSetup } from '@sd/core/public';
import type { ResourceType } from '@sd/contracts';
import {
  type AuditConfig,
  CONFIGURATION_FILES,
  CONFIGURATION_FILES_PATH,
  type ConfigurationFile,
  type ConfigurationFileKind,
} from '../../../../common';
import { toCsv } from '../../../components/csv';
import type { EntityClient } from '../../../services/entity_client';
import type { SecurityClient } from '../../../services/security_client';

export const KINDS = Object.keys(CONFIGURATION_FILES) as readonly ConfigurationFileKind[];
export type ExportFormat = 'yaml' | 'csv';

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  readonly entries: number;
}

interface Sources {
  readonly http: Pick<HttpSetup, 'get'>;
  readonly entities: Pick<EntityClient, 'list'>;
  readonly client: Pick<SecurityClient, 'auditConfig'>;
}

/** @throws what the request throws */
export async function exportKind(
  sources: Sources,
  kind: ConfigurationFileKind,
  format: ExportFormat,
  signal: AbortSignal
): Promise<ExportedFile> {
  if (format === 'yaml') {
    const path = `${CONFIGURATION_FILES_PATH}/${kind}`;
    const { file, text, entries } = await sources.http.get<ConfigurationFile>(path, { signal });
    return { name: file, text, entries };
  }
  const rows = await rowsOf(sources, kind, signal);
  const name = CONFIGURATION_FILES[kind].replace(/yml$/, 'csv');
  return { name, text: table(rows), entries: rows.length };
}

type Row = readonly [name: string, fields: Readonly<Record<string, unknown>>];

async function rowsOf(
  { entities, client }: Sources,
  kind: ConfigurationFileKind,
  signal: AbortSignal
): Promise<readonly Row[]> {
  if (kind === 'audit') return auditRows((await client.auditConfig(signal)).entity);
  const { data } = await entities.list(kind satisfies ResourceType, signal);
  return Object.entries(data).map(([name, { hash: _hash, ...fields }]: [string, Fields]) => [
    name,
    fields,
  ]);
}

type Fields = Readonly<Record<string, unknown>>;

/** A setting to a row: whoever reviews looks down a column. */
const auditRows = ({ enabled, audit, compliance }: AuditConfig): readonly Row[] => [
  ['enabled', { value: enabled }],
  ...Object.entries(audit).map(([key, value]): Row => [`audit.${key}`, { value }]),
  ...Object.entries(compliance).map(([key, value]): Row => [`compliance.${key}`, { value }]),
];

/** A column for each field that any of them has. */
function table(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap(([, entity]) => Object.keys(entity)))];
  return toCsv([
    ['name', ...fields],
    ...rows.map(([name, entity]) => [name, ...fields.map((field) => cellText(entity[field]))]),
  ]);
}

/** Texts of a list one below the other, which spreadsheets show in one cell. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(cellText).join('\n');
  if (typeof value === 'object') return Object.keys(value).length > 0 ? JSON.stringify(value) : '';
  return JSON.stringify(value);
}
