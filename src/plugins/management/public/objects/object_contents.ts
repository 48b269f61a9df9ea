/**
 * Reads what a saved object is about: the panels of a dashboard, the query of a search, the fields
 * of an index pattern. Objects may come from any application, so whatever cannot be read is left
 * out. Formats: saved objects of OpenSearch Dashboards, docs.opensearch.org.
 */
import type { SavedObject } from '@sd/core/public';
import type { ObjectKey } from '../../common';

/** A panel of a dashboard. */
export interface Panel {
  /** Title that replaces the one of its object. */
  readonly title?: string;
  /** What it shows; absent for panels without a saved object. */
  readonly object?: ObjectKey;
}

export interface IndexField {
  readonly name: string;
  readonly type: string;
}

export interface ObjectContents {
  readonly description?: string;
  /** In reading order; absent for other types than dashboards. */
  readonly panels?: readonly Panel[];
  /** A dashboard's own time range, as `[from, to]` in date math. */
  readonly timeRange?: readonly [from: string, to: string];
  /** Kind of a visualization, for example `pie`. */
  readonly chart?: string;
  /** Index pattern, or saved search, that it shows data of. */
  readonly sources: readonly ObjectKey[];
  readonly query?: string;
  readonly filterCount: number;
  /** Columns of a search. */
  readonly columns: readonly string[];
  readonly timeField?: string;
  /** Of an index pattern, by name. */
  readonly fields: readonly IndexField[];
}

export function readContents({ type, attributes, references }: SavedObject): ObjectContents {
  const { description, timeFieldName, timeFrom, timeTo, timeRestore } = attributes;
  const source = toRecord(
    parseJson(toRecord(attributes['kibanaSavedObjectMeta'])['searchSourceJSON'])
  );
  const query = toRecord(source['query'])['query'];
  const { type: chart } = toRecord(parseJson(attributes['visState']));
  const isDashboard = type === 'dashboard';
  return {
    ...(isText(description) && { description }),
    ...(isDashboard && { panels: readPanels(attributes['panelsJSON'], references) }),
    ...(timeRestore === true &&
      isText(timeFrom) &&
      isText(timeTo) && { timeRange: [timeFrom, timeTo] as const }),
    ...(isText(chart) && { chart }),
    sources: isDashboard ? [] : readSources(references),
    ...(isText(query) && { query }),
    filterCount: toList(source['filter']).length,
    columns: type === 'search' ? toList(attributes['columns']).filter(isText) : [],
    ...(isText(timeFieldName) && { timeField: timeFieldName }),
    fields: type === 'index-pattern' ? readFields(attributes['fields']) : [],
  };
}

/** Panels name their object by a reference, or, before version 7, by its type and id. */
function readPanels(json: unknown, references: SavedObject['references']): readonly Panel[] {
  return toList(parseJson(json))
    .map(toRecord)
    .sort((a, b) => comparePlaces(toRecord(a['gridData']), toRecord(b['gridData'])))
    .map((panel) => {
      const title = panel['title'] ?? toRecord(panel['embeddableConfig'])['title'];
      const named = references.find(({ name }) => name === panel['panelRefName']);
      const { type = panel['type'], id = panel['id'] } = named ?? {};
      return {
        ...(isText(title) && { title }),
        ...(isText(type) && isText(id) && { object: { type, id } }),
      };
    });
}

/** Rows from the top, each from the left. */
const comparePlaces = (a: Attributes, b: Attributes): number =>
  Number(a['y'] ?? 0) - Number(b['y'] ?? 0) || Number(a['x'] ?? 0) - Number(b['x'] ?? 0);

const SOURCE_TYPES = ['index-pattern', 'search'];

/** Filters name the index pattern again. */
function readSources(references: SavedObject['references']): readonly ObjectKey[] {
  const sources = references.filter(({ type }) => SOURCE_TYPES.includes(type));
  const byKey = new Map(sources.map(({ type, id }) => [`${type} ${id}`, { type, id }]));
  return [...byKey.values()];
}

const readFields = (json: unknown): readonly IndexField[] =>
  toList(parseJson(json))
    .map(toRecord)
    .flatMap(({ name, type }) => (isText(name) && isText(type) ? [{ name, type }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));

type Attributes = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const toRecord = (value: unknown): Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
