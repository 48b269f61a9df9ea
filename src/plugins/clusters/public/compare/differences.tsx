/** What differs between two sides, entry by entry, and the way to a promotion. */
import {
  EuiBadge,
  EuiButtonEmpty,
  EuiCallOut,
  EuiModal,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  useGeneratedHtmlId,
} from '@elastic/eui';
import {
  BACKEND_ERRORS,
  type ClusterEntry,
  type ComparisonKind,
  type ComparisonRow,
  type ComparisonSide,
  type ComparisonState,
} from '@sd/contracts';
import { getErrorCode, errorText, t } from '@sd/core/public';
import {
  lazyPage,
  type List,
  type ListColumn,
  ListPage,
  LoadError,
  PageLoading,
  Panel,
  useList,
  useServerQuery,
  WrappingText,
} from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import type { AdminParts } from '@sd/plugins/security/public';
import { ClusterCredentials } from '../frame/cluster_frame';
import { useAdmin, useParts } from '../parts';
import { compareTitle } from '../texts';
import { ComparisonClient, getSide } from './comparison_client';
import { FILES_SIDE, type ReadFile, sideName, sideRequest } from './sides';

const Promotion = lazyPage(async () => (await import('./promotion')).Promotion);

export interface DifferencesProps {
  readonly left: string;
  readonly right: string;
  readonly files: readonly ReadFile[];
  readonly clusters: readonly ClusterEntry[];
  /** The fields that choose the sides. */
  readonly sides: ReactElement;
}

const KINDS: readonly ComparisonKind[] = [
  ...(['roles', 'rolesmapping', 'internalusers', 'actiongroups', 'tenants'] as const),
  ...(['guardrails', 'audit', 'config'] as const),
];
const STATES: readonly ComparisonState[] = ['differs', 'only_left', 'only_right', 'equal'];

interface Chosen {
  readonly to: ComparisonSide;
  readonly rows: readonly ComparisonRow[];
}

export function Differences(props: DifferencesProps): ReactElement {
  const { left, right, files, clusters, sides } = props;
  const parts = useParts();
  const { core } = useAdmin();
  const client = useMemo(
    () =>
      new ComparisonClient(core.http, {
        left: sideRequest(left, files),
        right: sideRequest(right, files),
      }),
    [core.http, left, right, files]
  );
  const names = useMemo(
    () => ({ left: sideName(left, clusters), right: sideName(right, clusters) }),
    [left, right, clusters]
  );
  const list = useList(useMemo(() => client.source(`${left}/${right}`), [client, left, right]));
  const [shown, setShown] = useState<ComparisonRow>();
  const [chosen, setChosen] = useState<Chosen>();
  const columns = useMemo(() => toColumns(parts, names, setShown), [parts, names]);
  const targets = { left, right };
  const toEntry = (side: ComparisonSide) => clusters.find(({ id }) => id === targets[side]);
  const target = chosen && toEntry(chosen.to);
  if (chosen && target)
    return (
      <Promotion
        client={client}
        to={chosen.to}
        rows={chosen.rows}
        target={target}
        onBack={() => {
          setChosen(undefined);
          list.deselect();
          list.refresh();
        }}
      />
    );
  return (
    <ListPage
      id="comparison"
      title={compareTitle()}
      description={t(
        'clusters.comparison.intro',
        'See what differs between two clusters, and promote it from one to the other.'
      )}
      notice={
        <>
          {sides}
          <SideProblem list={list} entryOf={toEntry} names={names} />
        </>
      }
      list={list}
      columns={columns}
      searchLabel={t('clusters.comparison.search', 'Search entries')}
      facets={[
        {
          name: 'state',
          label: t('clusters.common.result', 'Result'),
          options: STATES.map((value) => ({ value, label: stateLabel(value, names) })),
        },
        {
          name: 'kind',
          label: t('clusters.common.kind', 'Kind'),
          options: KINDS.map((value) => ({ value, label: parts.kindLabel(value) })),
        },
      ]}
      actions={(['right', 'left'] as const)
        .filter((to) => targets[to] !== FILES_SIDE)
        .map((to) => ({
          id: `promote-${to}`,
          label: t('clusters.comparison.promote', 'Promote to {name}', { name: names[to] }),
          iconType: to === 'right' ? 'sortRight' : 'sortLeft',
          run: (rows: readonly ComparisonRow[]) => setChosen({ to, rows }),
          disabledReason: reasonAgainst,
        }))}
      create={<CsvButton client={client} list={list} />}
      empty={t('clusters.comparison.empty', 'Neither side has entries to compare.')}
      data-test-subj="comparison-list"
    >
      {shown && (
        <EntryDialog
          client={client}
          row={shown}
          names={names}
          onClose={() => setShown(undefined)}
        />
      )}
    </ListPage>
  );
}

type Names = Readonly<Record<ComparisonSide, string>>;

const stateLabel = (state: ComparisonState, names: Names): string =>
  ({
    differs: t('clusters.comparison.differs', 'Differs'),
    equal: t('clusters.comparison.equal', 'Equal'),
    only_left: t('clusters.comparison.only', 'Only in {name}', { name: names.left }),
    only_right: t('clusters.comparison.only', 'Only in {name}', { name: names.right }),
  })[state];

const reasonAgainst = (rows: readonly ComparisonRow[]): string | undefined => {
  if (rows.every(({ state }) => state === 'equal'))
    return t('clusters.comparison.nothingDiffers', 'The selected entries are equal.');
  return rows.every(({ kind }) => kind === 'config')
    ? t('clusters.comparison.settingsOnly', 'Authentication settings can only be compared.')
    : undefined;
};

function toColumns(
  { kindLabel, fieldLabel }: AdminParts,
  names: Names,
  show: (row: ComparisonRow) => void
): ReadonlyArray<ListColumn<ComparisonRow>> {
  return [
    {
      id: 'name',
      name: t('clusters.common.name', 'Name'),
      sortField: 'name',
      isFixed: true,
      render: (row) =>
        row.state === 'equal' ? (
          <WrappingText text={row.name} />
        ) : (
          <button
            type="button"
            className="sdTextButton"
            style={{ overflowWrap: 'anywhere', textAlign: 'start' }}
            onClick={() => show(row)}
          >
            {row.name}
          </button>
        ),
    },
    {
      id: 'kind',
      name: t('clusters.common.kind', 'Kind'),
      sortField: 'kind',
      isFixed: true,
      render: ({ kind }) => kindLabel(kind),
    },
    {
      id: 'state',
      name: t('clusters.common.result', 'Result'),
      sortField: 'state',
      isFixed: true,
      render: ({ state }) => (
        <EuiBadge color={state === 'equal' ? 'hollow' : state === 'differs' ? 'warning' : 'accent'}>
          {stateLabel(state, names)}
        </EuiBadge>
      ),
    },
    {
      id: 'fields',
      name: t('clusters.comparison.fields', 'Fields that differ'),
      render: ({ fields = [] }) => <WrappingText text={fields.map(fieldLabel).join(', ')} />,
    },
  ];
}

interface SideProblemProps {
  readonly list: List<ComparisonRow>;
  readonly entryOf: (side: ComparisonSide) => ClusterEntry | undefined;
  readonly names: Names;
}

/** Asks for credentials in place, and names a side that cannot be read. */
function SideProblem({ list, entryOf, names }: SideProblemProps): ReactElement | null {
  const side = getSide(list.error);
  const entry = side && entryOf(side);
  if (!side || !entry) return null;
  return (
    <>
      {getErrorCode(list.error) === BACKEND_ERRORS.clusterCredentials.code ? (
        <Panel title={t('clusters.clusters.logIn', 'Log in to {name}', { name: entry.name })}>
          <ClusterCredentials entry={entry} onDone={list.refresh} />
        </Panel>
      ) : (
        <EuiCallOut
          size="s"
          color="danger"
          iconType="error"
          title={t('clusters.comparison.sideFailed', "Couldn't read {name}.", {
            name: names[side],
          })}
        />
      )}
      <EuiSpacer size="m" />
    </>
  );
}

interface CsvButtonProps {
  readonly client: ComparisonClient;
  readonly list: List<ComparisonRow>;
}

function CsvButton({ client, list }: CsvButtonProps): ReactElement {
  const { download } = useParts();
  const { toasts } = useAdmin().core.notifications;
  const save = async (): Promise<void> => {
    try {
      const { text, file } = await client.table(list.state);
      download(text, file, 'text/csv');
    } catch (error) {
      toasts.addDanger({
        title: t('clusters.comparison.notExported', "Couldn't export the comparison."),
        text: errorText(error),
      });
    }
  };
  return (
    <EuiButtonEmpty size="s" iconType="download" onClick={() => void save()}>
      {t('clusters.comparison.csv', 'Export CSV')}
    </EuiButtonEmpty>
  );
}

interface EntryDialogProps {
  readonly client: ComparisonClient;
  readonly row: ComparisonRow;
  readonly names: Names;
  readonly onClose: () => void;
}

function EntryDialog({ client, row, names, onClose }: EntryDialogProps): ReactElement {
  const { entryLabel, fieldChanges, FieldDifferences } = useParts();
  const titleId = useGeneratedHtmlId({ prefix: 'entry' });
  const { data, error, isLoading, reload } = useServerQuery(
    ['comparison', 'entry', row.kind, row.name],
    (signal) => client.entry(row, signal),
    { isFresh: true }
  );
  const title = entryLabel(row.kind, row.name);
  return (
    <EuiModal aria-labelledby={titleId} onClose={onClose} style={{ inlineSize: 900 }}>
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {data ? (
          <FieldDifferences
            caption={title}
            headings={[names.left, names.right]}
            changes={fieldChanges(data.left, data.right, row.kind === 'config')}
            empty={t('clusters.comparison.hidden', 'Only values that are never shown differ.')}
          />
        ) : error === undefined ? (
          <PageLoading />
        ) : (
          <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
        )}
      </EuiModalBody>
    </EuiModal>
  );
}
