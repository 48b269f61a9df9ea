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
import {
  errorText,
  type HttpFetchOptions,
  type HttpHandler,
  type HttpSetup,
  send,
  t,
} from '@sd/core/public';
import {
  LoadError,
  PageHeader,
  PageLoading,
  useChanged,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { CLUSTER_HEADER, CONFIRM_CLUSTER, LIST_CHANGES } from '../../../../common';
import { entryLabel } from '../../../components/history/change_texts';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { AdminContext, type AdminServices, useAdmin } from '../../../services/admin_context';
import { chosen as chosenCluster, onCluster } from '../../../services/clusters';
import { ADMIN_ROUTE } from '../../../services/paths';
import { SECURITY_KEY } from '../../../services/query_keys';
import { type PlanItem, planChanges } from '../../../components/review/plan';
import { PlanReview } from '../../../components/review/plan_review';
import { revertTogether } from '../../../components/review/revert_together';
import type { ComparisonClient } from './comparison_client';
import { compareTitle, sideName } from './sides';

export interface PromotionProps {
  readonly client: ComparisonClient;
  readonly to: ComparisonSide;
  readonly rows: readonly ComparisonRow[];
  readonly target: ClusterEntry;
  readonly onBack: () => void;
}

/** Everything inside reads and changes the target, whatever the cluster of the page is. */
export function Promotion(props: PromotionProps): ReactElement {
  const { target } = props;
  const services = useAdmin();
  const onTarget = useMemo(() => servicesOn(services, target), [services, target]);
  return (
    <AdminContext.Provider value={onTarget}>
      <Steps {...props} />
    </AdminContext.Provider>
  );
}

function servicesOn(services: AdminServices, target: ClusterEntry): AdminServices {
  const { http } = services.core;
  const on = (method: 'get' | 'post' | 'delete') =>
    ((path: string, options: HttpFetchOptions = {}) =>
      http[method](path, {
        ...options,
        headers: {
          ...options.headers,
          [CLUSTER_HEADER]: target.id,
          // The plan asks for the name before it is applied; "Undo" is an act of its own.
          ...(target.confirm_changes && { [CONFIRM_CLUSTER]: target.id }),
        },
      })) as HttpHandler;
  const there = Object.assign(Object.create(http) as HttpSetup, {
    get: on('get'),
    post: on('post'),
    delete: on('delete'),
  });
  const { cluster: _cluster, ...others } = services;
  return {
    ...others,
    ...(!target.is_home && { cluster: chosenCluster(target) }),
    core: { ...services.core, http: there },
    entities: services.entities.on(there),
  };
}

function Steps({ client, to, rows, target, onBack }: PromotionProps): ReactElement {
  const { core } = useAdmin();
  const { http } = core;
  const changed = useChanged();
  const name = sideName(target.id, [target]);
  const title = t('security.comparison.promoteTitle', 'Promote to {name}', { name });
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
      const last = await send(http, LIST_CHANGES, { query: { per_page: 1 }, signal }).catch(
        () => undefined
      );
      return { selection, plan, since: last && (last.items[0]?.id ?? 0) };
    },
    { isFresh: true }
  );
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <EuiButtonEmpty iconType="chevronSingleLeft" onClick={onBack}>
            {t('security.comparison.back', 'Back to the comparison')}
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
              'security.comparison.missing',
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
                'security.comparison.addMissing',
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
            title={t('security.comparison.leftOut', 'Not promoted')}
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
      'security.comparison.newUser',
      'Passwords are not copied. Create the user on the target.'
    ),
    settings: t(
      'security.comparison.settingsOnly',
      'Authentication settings can only be compared.'
    ),
    reserved: t('security.comparison.reserved', 'The entry is reserved there.'),
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
  const { core } = useAdmin();
  const { http, notifications } = core;
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [undone, setUndone] = useState<string>();
  const { data = [], isLoading } = useServerQuery(
    ['comparison', 'promoted', target.id, since],
    async (signal) => {
      const { items: changes } = await send(http, LIST_CHANGES, {
        query: { per_page: MAX_UNDONE },
        signal,
      });
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
        title: t('security.comparison.notUndone', "Couldn't undo the promotion."),
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
                'security.comparison.promoted',
                '{count, plural, one {1 entry} other {{count, number} entries}} promoted to {name}.',
                { count, name: sideName(target.id, [target]) }
              )
            : undone === ''
              ? t('security.comparison.undone', 'The promotion was undone.')
              : t('security.comparison.partlyUndone', 'Some entries were not reverted.')
        }
      >
        {undone === undefined && !canUndo && (
          <p>
            {t(
              'security.comparison.notTogether',
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
                {t('security.common.undo', 'Undo')}
              </EuiButton>
            </EuiFlexItem>
          )}
          <EuiFlexItem grow={false}>
            <EuiLink href={http.basePath.prepend(onCluster(path, target.id))}>
              {t('security.comparison.history', 'Open the change history')}
            </EuiLink>
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiCallOut>
    </div>
  );
}
