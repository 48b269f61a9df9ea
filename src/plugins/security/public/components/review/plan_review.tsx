/** Review of a plan: select items, see the effects and apply. */
import {
  EuiButton,
  EuiCallOut,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { ClusterEntry } from '@sd/contracts';
import { FormattedMessage, i18n, t } from '@sd/core/public';
import { useLink } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { SaveActionButton, useSaveActions } from '../form/save_actions';
import { HISTORY_PAGES } from '../history/history_pages';
import { useAdmin } from '../../services/admin_context';
import { missingRightText, rightToChange, useMay } from '../../services/rights';
import { MAX_CHANGES, type Plan, type PlanItem } from './plan';
import { PlanEffects, PlanImpact } from './plan_effects';
import { ReviewFailure } from './review_failure';
import { ReviewTable } from './review_table';
import { type Review, useReview } from './use_review';

export interface PlanReviewProps {
  readonly plan: Plan;
  /** All selected items are applied. */
  readonly onDone: (count: number) => void;
  /** Plans the same files again. */
  readonly onReplan: () => void;
  /** The cluster that a promotion changes; absent for an import. */
  readonly target?: ClusterEntry;
  /** Of the button that makes prepared changes; then the caller says that they are made. */
  readonly label?: string;
  /** Id of the finding that the changes fix. */
  readonly finding?: string;
}

interface PlanApplication extends Omit<Review<[string | undefined]>, 'errors'> {
  /** The plan's items, with what the server refused. */
  readonly items: readonly PlanItem[];
  /** Selected items that are not applied yet. */
  readonly chosen: readonly PlanItem[];
  readonly deselected: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly select: (id: string, isSelected: boolean) => void;
}

/** Selects items of a plan and applies them. */
function usePlanApplication(props: PlanReviewProps): PlanApplication {
  const { plan, onDone, target, label, finding } = props;
  const { core, entities } = useAdmin();
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(() => rejectedIds(plan));
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const chosen = plan.items
    .filter(({ id }) => !deselected.has(id) && !done.has(id))
    .slice(0, MAX_CHANGES);
  // The client of entities asks about a lockout itself. `confirmed`: a cluster's id, once its name
  // was typed.
  const { errors, ...review } = useReview((_confirm, confirmed: string | undefined) => {
    const changes = chosen.map(({ change }) => change);
    return entities.importEntries(
      { changes, ...(finding !== undefined && { finding }) },
      confirmed
    );
  });
  return {
    ...review,
    items: plan.items.map((item) => {
      const error = errors.get(item.id) ?? item.error;
      return error === undefined ? item : { ...item, error };
    }),
    chosen,
    deselected,
    done,
    select: (id, isSelected) => setDeselected(toggle(deselected, id, !isSelected)),
    apply: async (confirmed) => {
      const received = await review.apply(confirmed);
      if (received?.is_done) {
        if (!target && label === undefined)
          core.notifications.toasts.addSuccess({ title: importedText(chosen.length) });
        onDone(chosen.length + done.size);
      } else if (received && !received.is_whole) {
        const applied = received.results.filter((result) => result.is_done);
        setDone(new Set([...done, ...applied.map(({ kind, name }) => `${kind}/${name}`)]));
      }
      return received;
    },
  };
}

export function PlanReview(props: PlanReviewProps): ReactElement {
  const { plan, target, label } = props;
  const application = usePlanApplication(props);
  const { items, chosen, deselected, done, select } = application;
  if (items.length === 0) return <NothingToChange same={plan.same} />;
  return (
    <section aria-label={planTitle()}>
      <EuiSpacer size="l" />
      <EuiText size="s" role="status">
        <h3>{planTitle()}</h3>
        <p>{countsText(plan)}</p>
      </EuiText>
      {plan.error !== undefined && <Warning title={plan.error} />}
      <EuiSpacer size="m" />
      <ReviewTable items={items} selection={{ deselected, onChange: select }} done={done} />
      <EuiSpacer size="m" />
      <PlanEffects items={chosen} />
      {(target || label !== undefined) && (
        <PlanImpact changes={chosen.map(({ change }) => change)} />
      )}
      {application.hasFailed && (
        <ReviewFailure title={failureTitle(plan.isWhole)} reason={application.reason} />
      )}
      <ReviewActions {...props} application={application} />
      {items.length > 1 && <ApplyHint isWhole={plan.isWhole} hasLink={!target} />}
    </section>
  );
}

interface ReviewActionsProps extends Pick<PlanReviewProps, 'target' | 'label' | 'onReplan'> {
  readonly application: PlanApplication;
}

/** What applies the selected items, after the cluster's name was typed where that is required. */
function ReviewActions(props: ReviewActionsProps): ReactElement {
  const { application, target, label, onReplan } = props;
  const { chosen, isBusy, apply } = application;
  const { cluster } = useAdmin();
  const offered = useSaveActions();
  // A promotion changes another cluster.
  const saveActions = target ? [] : offered;
  const changed = target ?? cluster?.entry;
  const isProduction = changed?.environment === 'production';
  const isNameRequired = isProduction || changed?.confirm_changes === true;
  const [typedName, setTypedName] = useState('');
  const isConfirmed = !isNameRequired || typedName.trim() === changed?.name;
  const may = useMay();
  // A promotion changes another cluster, which decides itself.
  const isLacking =
    !target &&
    chosen.some(({ change }) => !may([rightToChange(change.kind, change.action === 'delete')]));
  return (
    <>
      {isLacking && (
        <EuiText size="s" color="subdued" role="status">
          <p>{missingRightText()}</p>
        </EuiText>
      )}
      {isNameRequired && changed && (
        <ClusterNameField cluster={changed} value={typedName} onChange={setTypedName} />
      )}
      <EuiFlexGroup gutterSize="m" responsive={false} wrap alignItems="center">
        <EuiFlexItem grow={false}>
          <EuiButton
            fill
            color={isProduction ? 'danger' : 'primary'}
            isLoading={isBusy}
            isDisabled={chosen.length === 0 || !isConfirmed || isLacking}
            onClick={() => void apply(isNameRequired ? changed?.id : undefined)}
          >
            {label ?? (target ? promoteText(chosen.length) : applyText(chosen.length))}
          </EuiButton>
        </EuiFlexItem>
        {saveActions.map((action) => (
          <EuiFlexItem key={action.id} grow={false}>
            <SaveActionButton
              action={action}
              isDisabled={isBusy || chosen.length === 0 || chosen.length > action.maxChanges}
              changesOf={async () => chosen.map(({ change }) => change)}
            />
          </EuiFlexItem>
        ))}
        <EuiFlexItem grow={false}>
          <EuiButton isDisabled={isBusy} onClick={onReplan}>
            {t('security.common.checkAgain', 'Check again')}
          </EuiButton>
        </EuiFlexItem>
      </EuiFlexGroup>
    </>
  );
}

interface ClusterNameFieldProps {
  readonly cluster: ClusterEntry;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ClusterNameField = ({ cluster, value, onChange }: ClusterNameFieldProps): ReactElement => (
  <>
    <EuiFormRow
      label={t(
        'security.import.confirmCluster',
        '{environment, select, production {To change production, enter “{name}”} other {To change this cluster, enter “{name}”}}',
        { name: cluster.name, environment: cluster.environment ?? 'none' }
      )}
    >
      <EuiFieldText
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </EuiFormRow>
    <EuiSpacer size="m" />
  </>
);

const NothingToChange = ({ same }: Pick<Plan, 'same'>): ReactElement => (
  <div role="status">
    <EuiSpacer size="m" />
    <EuiCallOut
      iconType="check"
      title={t(
        'security.import.nothing',
        'No changes: {same, plural, one {1 entry is} other {{same, number} entries are}} already up to date.',
        { same }
      )}
    />
  </div>
);

const Warning = ({ title }: { readonly title: string }): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <EuiCallOut color="warning" iconType="warning" title={title} />
  </>
);

interface ApplyHintProps {
  readonly isWhole: boolean;
  /** The history of this page is that of the changed cluster. */
  readonly hasLink: boolean;
}

function ApplyHint({ isWhole, hasLink }: ApplyHintProps): ReactElement {
  const link = useLink();
  return (
    <EuiText size="s" color="subdued">
      <EuiSpacer size="s" />
      <p>
        {isWhole ? (
          <FormattedMessage
            id="security.import.whole"
            defaultMessage={
              'All or nothing: if one entry fails, none is changed. The <link>change history</link> lists each entry.'
            }
            values={{
              link: (text: ReactNode[]) =>
                hasLink ? <a {...link(HISTORY_PAGES.list)}>{text}</a> : <>{text}</>,
            }}
          />
        ) : (
          t(
            'security.import.oneByOne',
            'Entries are changed one by one. If one is refused, the reason is shown next to it and the others are still changed.'
          )
        )}
      </p>
    </EuiText>
  );
}

const planTitle = (): string => t('security.common.plannedChanges', 'Planned changes');

const failureTitle = (isWhole: boolean): string =>
  isWhole
    ? t(
        'security.import.refusedWhole',
        'Nothing was changed. Leave out the refused entries, or check again.'
      )
    : t(
        'security.import.refusedSome',
        'Some entries were not changed. The reason is shown next to each.'
      );

const applyText = (count: number): string =>
  t(
    'security.import.apply',
    'Import {count, plural, one {1 entry} other {{count, number} entries}}',
    { count }
  );

const promoteText = (count: number): string =>
  t(
    'security.comparison.apply',
    'Promote {count, plural, one {1 entry} other {{count, number} entries}}',
    { count }
  );

const importedText = (count: number): string =>
  t(
    'security.import.imported',
    '{count, plural, one {1 entry} other {{count, number} entries}} imported.',
    {
      count,
    }
  );

function countsText({ items, same, more }: Plan): string {
  const count = (type: string) => items.filter(({ action }) => action === type).length;
  const [created, changed, deleted] = [count('create'), count('update'), count('delete')];
  const counts = [
    created > 0 && t('security.import.created', '{count, number} to create', { count: created }),
    changed > 0 && t('security.import.changed', '{count, number} to change', { count: changed }),
    deleted > 0 && t('security.import.deleted', '{count, number} to delete', { count: deleted }),
    (same > 0 || items.length === 0) &&
      t('security.import.same', '{count, number} unchanged', { count: same }),
  ];
  return t(
    'security.import.counts',
    '{counts}.{more, plural, =0 {} other { {more, number} more follow afterwards.}}',
    { counts: i18n.formatList(counts.filter((text) => text !== false)), more }
  );
}

const rejectedIds = ({ items }: Plan): ReadonlySet<string> =>
  new Set(items.filter(({ error }) => error !== undefined).map(({ id }) => id));

function toggle(set: ReadonlySet<string>, id: string, isIncluded: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIncluded) next.add(id);
  else next.delete(id);
  return next;
}
