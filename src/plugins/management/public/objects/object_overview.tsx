/** What an object is about, for people who only read it: panels, sources, query, fields. */
import {
  EuiCode,
  EuiDescriptionList,
  EuiLink,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { type SavedObject, t } from '@sd/core/public';
import { LoadError, ObjectType, objectTypeLabel, useServerQuery } from '@sd/ui_kit';
import type { ObjectKey } from '../../common';
import { type IndexField, type ObjectContents, type Panel, readContents } from './object_contents';
import { toKey, type ObjectsApi } from './objects_api';
import { OBJECTS_KEY } from './objects_list';

/** Panels, and fields of an index pattern, that are shown. */
const MAX_PANELS = 100;
const MAX_FIELDS = 200;

/** Types that the overview can read. */
export const hasOverview = (type: string): boolean =>
  ['dashboard', 'visualization', 'search', 'index-pattern'].includes(type);

interface OverviewProps {
  readonly object: SavedObject;
  readonly api: ObjectsApi;
  readonly onInspect: (object: ObjectKey) => void;
}

type Related = ReadonlyMap<string, SavedObject>;

export function ObjectOverview({ object, api, onInspect }: OverviewProps): ReactElement {
  const contents = useMemo(() => readContents(object), [object]);
  const { description, panels = [], sources } = contents;
  const shown = panels.slice(0, MAX_PANELS);
  const { data, error, isLoading, reload } = useServerQuery(
    [...OBJECTS_KEY, toKey(object), 'related'],
    (signal) => readRelated(api, { panels: shown, sources }, signal)
  );
  if (error !== undefined)
    return (
      <LoadError
        title={t('management.overview.error', "Couldn't load what the object shows")}
        error={error}
        onRetry={reload}
        isRetrying={isLoading}
      />
    );
  if (!data) return <EuiSkeletonText lines={6} />;
  const facts = listFacts(contents, data, onInspect);
  return (
    <>
      {description !== undefined && (
        <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
          <p style={{ whiteSpace: 'pre-line' }}>{description}</p>
        </EuiText>
      )}
      {facts.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiDescriptionList
            compressed
            style={{ overflowWrap: 'anywhere' }}
            listItems={facts.map(([title, value]) => ({ title, description: value }))}
          />
        </>
      )}
      {contents.panels && (
        <PanelList
          panels={shown}
          hiddenCount={panels.length - shown.length}
          related={data}
          onInspect={onInspect}
        />
      )}
      {contents.fields.length > 0 && <FieldList fields={contents.fields} />}
    </>
  );
}

/** Attributes that are shown: index patterns have long ones besides. */
const PANEL_FIELDS = ['title', 'description', 'visState'];
const SOURCE_FIELDS = ['title'];

/** What panels show, and what that and the object show data of. Missing ones are left out. */
async function readRelated(
  api: ObjectsApi,
  { panels, sources }: Required<Pick<ObjectContents, 'panels' | 'sources'>>,
  signal: AbortSignal
): Promise<Related> {
  const inPanels = panels.flatMap(({ object }) => object ?? []);
  const found = await api.getMany(inPanels, PANEL_FIELDS, signal);
  const known = new Set(found.map(toKey));
  const further = [...sources, ...found.flatMap((object) => readContents(object).sources)];
  const titled = await api.getMany(
    further.filter((key) => !known.has(toKey(key))),
    SOURCE_FIELDS,
    signal
  );
  return new Map([...found, ...titled].map((object) => [toKey(object), object]));
}

function listFacts(
  { timeRange, chart, sources, query, filterCount, columns, timeField }: ObjectContents,
  related: Related,
  onInspect: OverviewProps['onInspect']
): ReadonlyArray<readonly [string, NonNullable<ReactNode>]> {
  return [
    chart !== undefined && ([t('management.overview.chart', 'Kind'), chartLabel(chart)] as const),
    sources.length > 0 &&
      ([
        t('management.overview.source', 'Data'),
        <ObjectLinks key="sources" keys={sources} related={related} onInspect={onInspect} />,
      ] as const),
    query !== undefined &&
      ([t('management.overview.query', 'Query'), <EuiCode key="query">{query}</EuiCode>] as const),
    filterCount > 0 &&
      ([t('management.overview.filters', 'Filters'), String(filterCount)] as const),
    columns.length > 0 &&
      ([t('management.overview.columns', 'Columns'), columns.join(', ')] as const),
    timeField !== undefined &&
      ([t('management.overview.timeField', 'Time field'), timeField] as const),
    timeRange &&
      ([
        t('management.overview.timeRange', 'Time range'),
        t('management.overview.fromTo', '{from} to {to}', { from: timeRange[0], to: timeRange[1] }),
      ] as const),
  ].filter((fact) => fact !== false && fact !== undefined);
}

interface PanelListProps {
  readonly panels: readonly Panel[];
  readonly hiddenCount: number;
  readonly related: Related;
  readonly onInspect: OverviewProps['onInspect'];
}

function PanelList({ panels, hiddenCount, related, onInspect }: PanelListProps): ReactElement {
  return (
    <>
      <EuiSpacer size="m" />
      <EuiTitle size="xs">
        <h3>
          {t('management.overview.panels', 'Panels ({count, number})', {
            count: panels.length + hiddenCount,
          })}
        </h3>
      </EuiTitle>
      <EuiSpacer size="s" />
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        {panels.length === 0 && (
          <p>{t('management.overview.noPanels', 'This dashboard has no panels.')}</p>
        )}
        <ol style={{ listStyle: 'none', margin: 0 }}>
          {panels.map((panel, index) => (
            // The order of panels never changes while they are shown.
            <li key={index}>
              <PanelEntry panel={panel} related={related} onInspect={onInspect} />
            </li>
          ))}
        </ol>
        {hiddenCount > 0 && (
          <p>
            {t(
              'management.overview.morePanels',
              'and {count, plural, one {# other} other {# others}}',
              {
                count: hiddenCount,
              }
            )}
          </p>
        )}
      </EuiText>
    </>
  );
}

function PanelEntry({
  panel: { title, object },
  related,
  onInspect,
}: Pick<PanelListProps, 'related' | 'onInspect'> & { readonly panel: Panel }): ReactElement {
  const found = object && related.get(toKey(object));
  const contents = found && readContents(found);
  const ownTitle = title ?? (found && objectTitle(found));
  return (
    <>
      <p style={{ marginBlockEnd: 4 }}>
        {object ? (
          <EuiLink onClick={() => onInspect(object)}>{ownTitle ?? fallbackTitle(object)}</EuiLink>
        ) : (
          (ownTitle ?? t('management.overview.untitled', 'Untitled panel'))
        )}
        {contents?.chart !== undefined && ` · ${chartLabel(contents.chart)}`}
        {object && contents?.chart === undefined && (
          <>
            {' '}
            <ObjectType type={object.type} />
          </>
        )}
        {object &&
          !found &&
          ` · ${t('management.overview.missing', 'missing, or not visible to you')}`}
        {contents && contents.sources.length > 0 && (
          <>
            {' · '}
            <ObjectLinks keys={contents.sources} related={related} onInspect={onInspect} />
          </>
        )}
      </p>
      {contents?.description !== undefined && <p>{contents.description}</p>}
    </>
  );
}

function ObjectLinks({
  keys,
  related,
  onInspect,
}: Pick<PanelListProps, 'related' | 'onInspect'> & {
  readonly keys: readonly ObjectKey[];
}): ReactElement {
  return (
    <>
      {keys.map((key, index) => {
        const found = related.get(toKey(key));
        return (
          <span key={toKey(key)}>
            {index > 0 && ', '}
            <EuiLink onClick={() => onInspect(key)}>
              {found ? objectTitle(found) : fallbackTitle(key)}
            </EuiLink>
          </span>
        );
      })}
    </>
  );
}

function FieldList({ fields }: { readonly fields: readonly IndexField[] }): ReactElement {
  const hiddenCount = Math.max(0, fields.length - MAX_FIELDS);
  return (
    <>
      <EuiSpacer size="m" />
      <EuiTitle size="xs">
        <h3>
          {t('management.overview.fields', 'Fields ({count, number})', { count: fields.length })}
        </h3>
      </EuiTitle>
      <EuiSpacer size="s" />
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <ul>
          {fields.slice(0, MAX_FIELDS).map(({ name, type }) => (
            <li key={name}>
              {name} <span style={{ opacity: 0.75 }}>{type}</span>
            </li>
          ))}
        </ul>
        {hiddenCount > 0 && (
          <p>
            {t(
              'management.overview.moreFields',
              'and {count, plural, one {# other} other {# others}}',
              {
                count: hiddenCount,
              }
            )}
          </p>
        )}
      </EuiText>
    </>
  );
}

/** Objects of these types are named by their title. */
function objectTitle(object: SavedObject): string {
  const { title } = object.attributes;
  return typeof title === 'string' && title !== '' ? title : fallbackTitle(object);
}

const fallbackTitle = ({ type, id }: ObjectKey): string => `${objectTypeLabel(type)} ${id}`;

/** Kinds of charts of OpenSearch Dashboards by name; others keep theirs. */
function chartLabel(kind: string): string {
  switch (kind) {
    case 'area':
      return t('management.chart.area', 'Area chart');
    case 'line':
      return t('management.chart.line', 'Line chart');
    case 'histogram':
      return t('management.chart.bar', 'Vertical bar chart');
    case 'horizontal_bar':
      return t('management.chart.horizontalBar', 'Horizontal bar chart');
    case 'pie':
      return t('management.chart.pie', 'Pie chart');
    case 'table':
      return t('management.chart.table', 'Data table');
    case 'metric':
      return t('management.chart.metric', 'Metric');
    case 'gauge':
      return t('management.chart.gauge', 'Gauge');
    case 'goal':
      return t('management.chart.goal', 'Goal');
    case 'heatmap':
      return t('management.chart.heatmap', 'Heat map');
    case 'markdown':
      return t('management.chart.markdown', 'Text');
    case 'tagcloud':
      return t('management.chart.tagCloud', 'Tag cloud');
    case 'region_map':
    case 'tile_map':
      return t('management.chart.map', 'Map');
    default:
      return kind;
  }
}
