/** Demo saved objects of one theme, with realistic ids and references. */
import type { SavedObjectsClientContract } from '@sd/core/server';
import type { DemoTheme } from './demo_themes';

type SavedObjectsBulkItem = Parameters<SavedObjectsClientContract['bulkCreate']>[0][number];

const VISUALIZATION_KINDS = ['area', 'pie', 'histogram', 'line'];

/** @returns the same objects for the same theme, so that repeated seeding adds nothing */
export function demoObjects(theme: DemoTheme): SavedObjectsBulkItem[] {
  const indexPatternId = `demo-${slug(theme.indexPattern)}`;
  const indexReference = {
    name: 'kibanaSavedObjectMeta.searchSourceJSON.index',
    type: 'index-pattern',
    id: indexPatternId,
  };
  const source = {
    searchSourceJSON: JSON.stringify({
      query: { query: '', language: 'kuery' },
      filter: [],
      indexRefName: indexReference.name,
    }),
  };
  const visualizationIds = theme.visualizations.map((title) => `demo-${slug(title)}`);
  return [
    {
      type: 'index-pattern',
      id: indexPatternId,
      attributes: { title: theme.indexPattern, timeFieldName: theme.timeField },
    },
    ...theme.searches.map((title): SavedObjectsBulkItem => ({
      type: 'search',
      id: `demo-${slug(title)}`,
      attributes: { title, description: '', columns: ['_source'], kibanaSavedObjectMeta: source },
      references: [indexReference],
    })),
    ...theme.visualizations.map((title, index): SavedObjectsBulkItem => ({
      type: 'visualization',
      id: visualizationIds[index] as string,
      attributes: {
        title,
        description: '',
        visState: JSON.stringify({
          title,
          type: VISUALIZATION_KINDS[index % VISUALIZATION_KINDS.length],
          params: {},
          aggs: [],
        }),
        uiStateJSON: '{}',
        kibanaSavedObjectMeta: source,
      },
      references: [indexReference],
    })),
    ...theme.dashboards.map(({ title, description }): SavedObjectsBulkItem => ({
      type: 'dashboard',
      id: `demo-${slug(title)}`,
      attributes: {
        title,
        description,
        panelsJSON: JSON.stringify(visualizationIds.map((_, index) => panel(index))),
        optionsJSON: JSON.stringify({ useMargins: true, hidePanelTitles: false }),
        timeRestore: false,
      },
      references: visualizationIds.map((id, index) => ({
        name: `panel_${index}`,
        type: 'visualization',
        id,
      })),
    })),
  ];
}

const panel = (index: number) => ({
  panelIndex: String(index + 1),
  gridData: {
    i: String(index + 1),
    x: (index % 2) * 24,
    y: Math.floor(index / 2) * 15,
    w: 24,
    h: 15,
  },
  panelRefName: `panel_${index}`,
  embeddableConfig: {},
});

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
