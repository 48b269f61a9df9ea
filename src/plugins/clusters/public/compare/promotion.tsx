/** The plan of a promotion, its application, and the report from which it can be undone. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiFlexGroup,
  EuiFlexItem,
  EuiLink,
  EuiSpacer,
} from '@elastic/eui';
import type {
  ClusterEntry,
  ComparisonRow,
  ComparisonSide,
  PromotionSelection,
} from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import {
  LoadError,
  PageHeader,
  PageLoading,
  useChanged,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { PlanItem } from '@sd/plugins/security/public';
import { useAdmin, useParts } from '../parts';
import { compareTitle } from '../texts';
import type { ComparisonClient } from './comparison_client';
import { sideName } from './sides';

export interface PromotionProps {
  readonly client: ComparisonClient;
  readonly to: ComparisonSide;
  readonly rows: readonly ComparisonRow[];
  readonly target: ClusterEntry;
  readonly onBack: () => void;
}

/** Everything inside reads and changes the target, whatever the cluster of the page is. */
export function Promotion(props: PromotionProps): ReactElement {
  const { OnCluster } = useParts();
  // The plan asks for the name before it is applied; "Undo" is an act of its own.
  return (
    <OnCluster entry={props.target}>
      <Steps {...props} />
    </OnCluster>
  );
}

function Steps({ client, to, rows, target, onBack }: PromotionProps): ReactElement {
  const { PlanReview, planChanges, listChanges, SECURITY_KEY } = useParts();
  const { core } = useAdmin();
  const { http } = core;
  const changed = useChanged();
  const name = sideName(target.id, [target]);
  const title = t('clusters.comparison.promoteTitle', 'Promote to {name}', { name });
  usePage([{ text: compareTitle() }, { text: title }]);
  const [withDependencies, setWithDependencies] = useState(false);
  const [promoted, setPromoted] = useState<number>();
  const { data, error, isLoading, reload } = useServerQuery(
    ['comparison', 'plan', target.id, to, withDependencies, rows],
    async (signal) => {
      const selection = await client.select(
        {
          to,
          entries: rows.map(({ kind, name: entry }) => ({ kind, name: entry })),
          with_dependencies: withDependencies,
        },
        signal
      );
      const plan = await planChanges(http, selection.files, false, signal);
      const last = await listChanges(http, 1, signal).catch(() => undefined);
      return { selection, plan, since: last && (last[0]?.id ?? 0) };
    },
    { isFresh: true }
  );
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <EuiButtonEmpty iconType="chevronSingleLeft" onClick={onBack}>
            {t('clusters.comparison.back', 'Back to the comparison')}
          </EuiButtonEmpty>
        }
      />
      {!data && error === undefined && <PageLoading />}
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {data && promoted !== undefined && (
        <Report count={promoted} target={target} since={data.since} items={data.plan.items} />
      )}
      {data && error === undefined && promoted === undefined && (
        <>
          <Notes selection={data.selection} onAdd={() => setWithDependencies(true)} />
          <PlanReview
            key={data.plan.items.map(({ id, version }) => `${id} ${version}`).join()}
            plan={data.plan}
            target={target}
            onDone={(count) => {
              changed(SECURITY_KEY);
              setPromoted(count);
            }}
            onReplan={reload}
          />
        </>
      )}
    </>
  );
}

const MAX_NAMES = 10;

interface NotesProps {
  readonly selection: PromotionSelection;
  readonly onAdd: () => void;
}

function Notes({ selection, onAdd }: NotesProps): ReactElement {
  const { entryLabel } = useParts();
  const { missing, left_out: leftOut } = selection;
  return (
    <>
      {missing.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiCallOut
            color="warning"
            iconType="warning"
            title={t(
              'clusters.comparison.missing',
              "These entries need others that the target doesn't have"
            )}
          >
            <p style={{ overflowWrap: 'anywhere' }}>
              {missing
                .slice(0, MAX_NAMES)
                .map(({ kind, name }) => entryLabel(kind, name))
                .join(', ')}
            </p>
            <EuiButton size="s" color="warning" onClick={onAdd}>
              {t(
                'clusters.comparison.addMissing',
                'Add {count, plural, one {this entry} other {these {count, number} entries}}',
                { count: missing.length }
              )}
            </EuiButton>
          </EuiCallOut>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiCallOut
            color="warning"
            iconType="warning"
            title={t('clusters.comparison.leftOut', 'Not promoted')}
          >
            <ul style={{ overflowWrap: 'anywhere' }}>
              {leftOut.slice(0, MAX_NAMES).map(({ kind, name, reason }) => (
                <li key={`${kind}/${name}`}>
                  {entryLabel(kind, name)}: {reasonText(reason)}
                </li>
              ))}
            </ul>
          </EuiCallOut>
        </>
      )}
    </>
  );
}

const reasonText = (reason: PromotionSelection['left_out'][number]['reason']): string =>
  ({
    new_user: t(
      'clusters.comparison.newUser',
      'Passwords are not copied. Create the user on the target.'
    ),
    settings: t(
      'clusters.comparison.settingsOnly',
      'Authentication settings can only be compared.'
    ),
    reserved: t('clusters.comparison.reserved', 'The entry is reserved there.'),
  })[reason];

interface ReportProps {
  readonly count: number;
  readonly target: ClusterEntry;
  /** Id of the last change before the promotion; `undefined` if the history cannot be read. */
  readonly since: number | undefined;
  readonly items: readonly PlanItem[];
}

/** Changes of one page of the history; a larger promotion is reverted there. */
const MAX_UNDONE = 500;

function Report({ count, target, since, items }: ReportProps): ReactElement {
  const { ADMIN_ROUTE, HISTORY_PAGES, listChanges, onCluster, revertTogether, SECURITY_KEY } =
    useParts();
  const { core } = useAdmin();
  const { http, notifications } = core;
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [undone, setUndone] = useState<string>();
  const { data = [], isLoading } = useServerQuery(
    ['comparison', 'promoted', target.id, since],
    async (signal) => {
      const changes = await listChanges(http, MAX_UNDONE, signal);
      // Others may have changed something else meanwhile.
      const own = new Set(items.map(({ id }) => id));
      return changes
        .filter(({ id, type, name }) => id > (since ?? Infinity) && own.has(`${type}/${name}`))
        .map(({ id }) => id);
    },
    { isFresh: true, isOff: since === undefined }
  );
  const undo = async (): Promise<void> => {
    setIsBusy(true);
    try {
      setUndone(await revertTogether(http, data));
    } catch (error) {
      notifications.toasts.addDanger({
        title: t('clusters.comparison.notUndone', "Couldn't undo the promotion."),
        text: errorText(error),
      });
    }
    changed(SECURITY_KEY);
    setIsBusy(false);
  };
  const path = ADMIN_ROUTE + HISTORY_PAGES.list;
  const canUndo = isLoading || data.length === count;
  return (
    <div role="status">
      <EuiSpacer size="m" />
      <EuiCallOut
        color={undone ? 'warning' : 'success'}
        iconType={undone ? 'warning' : 'check'}
        title={
          undone === undefined
            ? t(
                'clusters.comparison.promoted',
                '{count, plural, one {1 entry} other {{count, number} entries}} promoted to {name}.',
                { count, name: sideName(target.id, [target]) }
              )
            : undone === ''
              ? t('clusters.comparison.undone', 'The promotion was undone.')
              : t('clusters.comparison.partlyUndone', 'Some entries were not reverted.')
        }
      >
        {undone === undefined && !canUndo && (
          <p>
            {t(
              'clusters.comparison.notTogether',
              'The change history does not show all of these changes together. To undo them, revert them there one by one.'
            )}
          </p>
        )}
        {undone && <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{undone}</p>}
        <EuiFlexGroup gutterSize="m" responsive={false} wrap alignItems="center">
          {undone === undefined && canUndo && (
            <EuiFlexItem grow={false}>
              <EuiButton
                size="s"
                iconType="undo"
                isLoading={isBusy || isLoading}
                onClick={() => void undo()}
              >
                {t('clusters.common.undo', 'Undo')}
              </EuiButton>
            </EuiFlexItem>
          )}
          <EuiFlexItem grow={false}>
            <EuiLink href={http.basePath.prepend(onCluster(path, target.id))}>
              {t('clusters.comparison.history', 'Open the change history')}
            </EuiLink>
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiCallOut>
    </div>
  );
}
