/** Panel above the form buttons: users who would gain or lose access by the unsaved changes. */
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { EuiButtonEmpty, EuiCallOut, EuiSpacer, EuiText } from '@elastic/eui';
import type { AffectedUser, ChangeImpact, ImpactPermission, ProposedChanges } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import {
  type Control,
  DASH,
  type FieldValues,
  FormAside,
  type Read,
  SaveBarNote,
  Table,
  useWatch,
} from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { usePageConditions } from '../../services/page_conditions';
import { tenantLabel } from '../../services/tenant_labels';
import { useDebouncedValue } from '../../services/use_debounced_value';
import { NotConsidered } from '../access/not_considered';
import { AddedPart } from '../added_part';
import { useImpact } from './use_impact';

/** Gained or lost items shown of one user. */
const MAX_PARTS = 5;

type Part = Omit<AffectedUser, 'name'>;

/** Users whose access changes in the same way. */
interface ImpactRow {
  readonly id: string;
  readonly names: readonly string[];
  readonly gained: Part | undefined;
  readonly lost: Part | undefined;
}

/** One row for all users with the same changes, in the order of their names. */
function groupUsers({ gains, loses }: ChangeImpact): readonly ImpactRow[] {
  const findPart = (users: readonly AffectedUser[], name: string): Part | undefined => {
    const { roles, permissions } = users.find((user) => user.name === name) ?? {};
    return roles && permissions && { roles, permissions };
  };
  const rows = new Map<string, ImpactRow>();
  for (const name of new Set([...gains.people, ...loses.people].map((user) => user.name))) {
    const change = { gained: findPart(gains.people, name), lost: findPart(loses.people, name) };
    const id = JSON.stringify(change);
    rows.set(id, { ...change, id, names: [...(rows.get(id)?.names ?? []), name] });
  }
  return [...rows.values()];
}

function ImpactTable({ impact }: { readonly impact: ChangeImpact }): ReactElement {
  const [showsActions, setShowsActions] = useState(false);
  const { gains, loses, sees_other: others, complete } = impact;
  const rows = groupUsers(impact);
  const unlisted = [gains, loses].map(({ total, people }) => total - people.length);
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <NotConsidered codes={impact.not_considered} />
      {rows.length > 0 && (
        <Table<ImpactRow>
          caption={t('security.impact.title', 'Impact')}
          isCompact
          idOf={({ id }) => id}
          items={rows}
          columns={[
            {
              id: 'users',
              name: t('security.common.user', 'User'),
              render: ({ names }) => names.join(', '),
            },
            {
              id: 'gains',
              name: t('security.impact.gains', 'Gains'),
              render: ({ gained }) => <Parts part={gained} showsActions={showsActions} />,
            },
            {
              id: 'loses',
              name: t('security.impact.loses', 'Loses'),
              render: ({ lost }) => <Parts part={lost} showsActions={showsActions} />,
            },
          ]}
        />
      )}
      <EuiText size="s">
        {rows.length > 0 && (
          <EuiButtonEmpty
            size="xs"
            flush="both"
            aria-pressed={showsActions}
            onClick={() => setShowsActions(!showsActions)}
          >
            {showsActions
              ? t('security.impact.hideActions', 'Hide exact actions')
              : t('security.impact.showActions', 'Show exact actions')}
          </EuiButtonEmpty>
        )}
        {Math.max(...unlisted) > 0 && (
          <p>
            {t(
              'security.impact.unlisted',
              'In all, {gains, plural, =0 {{loses, plural, one {# internal user loses} other {# internal users lose}}} one {# internal user gains} other {# internal users gain}}{both, select, yes { and {loses, plural, one {# loses} other {# lose}}} other {}} access.',
              {
                gains: gains.total,
                loses: loses.total,
                both: gains.total > 0 && loses.total > 0 ? 'yes' : 'no',
              }
            )}
          </p>
        )}
        {others.total > 0 && (
          <p>
            {t(
              'security.impact.others',
              '{total, plural, one {# internal user sees} other {# internal users see}} different documents or fields than before: {names}.',
              { total: others.total, names: namesText(others.names, others.total) }
            )}
          </p>
        )}
        {gains.hosts.length > 0 && (
          <p>
            {t('security.impact.hostsGain', 'Everyone who connects from {hosts} gains access.', {
              hosts: gains.hosts.join(', '),
            })}
          </p>
        )}
        {loses.hosts.length > 0 && (
          <p>
            {t('security.impact.hostsLose', 'Everyone who connects from {hosts} loses access.', {
              hosts: loses.hosts.join(', '),
            })}
          </p>
        )}
        {rows.length + others.total === 0 && (
          <p>{t('security.impact.none', 'No internal user gains or loses anything.')}</p>
        )}
        {!complete && (
          <p>
            {t(
              'security.impact.incomplete',
              'Not all users could be checked in time. There may be more.'
            )}
          </p>
        )}
      </EuiText>
    </div>
  );
}

export const namesText = (names: readonly string[], total: number): string =>
  t('security.impact.names', '{names}{more, plural, =0 {} other { and # more}}', {
    names: names.join(', '),
    more: total - names.length,
  });

interface PartsProps {
  readonly part: Part | undefined;
  readonly showsActions: boolean;
}

/** Roles first, because they are the most informative. */
function Parts({ part, showsActions }: PartsProps): ReactElement | string {
  if (!part) return DASH;
  const roles = part.roles.map((name) => ({
    text: t('security.impact.role', 'Role {name}', { name }),
    actions: [] as readonly string[],
  }));
  const permissions = part.permissions.map((permission) => ({
    text: permissionText(permission),
    actions: permission.kind === 'tenant' ? [] : permission.actions,
  }));
  const parts = [...roles, ...permissions];
  return (
    <div>
      {parts.slice(0, MAX_PARTS).map(({ text, actions }) => (
        <div key={text}>
          {text}
          {showsActions && actions.length > 0 && (
            <EuiText size="xs" color="subdued">
              {actions.join(', ')}
            </EuiText>
          )}
        </div>
      ))}
      {parts.length > MAX_PARTS && (
        <div>
          {t('security.impact.more', 'and {count} more', { count: parts.length - MAX_PARTS })}
        </div>
      )}
    </div>
  );
}

/** In words of roles: action groups rather than the actions in them. */
function permissionText({ kind, on, actions, listed }: ImpactPermission): string {
  const named = listed.join(', ');
  switch (kind) {
    case 'cluster':
      return t('security.impact.cluster', 'Cluster: {named}', { named });
    case 'index':
      return t('security.impact.index', '{on}: {named}', { on, named });
    case 'tenant':
      return actions.includes('write')
        ? t('security.impact.tenantWrite', 'Tenant {tenant}: write', { tenant: tenantLabel(on) })
        : t('security.impact.tenantRead', 'Tenant {tenant}: read', { tenant: tenantLabel(on) });
  }
}

interface ImpactPanelProps<S extends FieldValues> {
  readonly control: Control<S>;
  /** Changes that saving the values would make; `undefined` for none. */
  readonly changesOf: (values: S) => ProposedChanges | undefined;
  /** Below the fields in wide windows, too: for a form with a wide panel. */
  readonly isBelow?: boolean;
}

export function ImpactPanel<S extends FieldValues>(
  props: ImpactPanelProps<S>
): ReactElement | null {
  return useFeature('explain') ? <Impact {...props} /> : null;
}

/** The impact of a small change: the buttons below stay where they are when it comes. */
const RESERVED = { minBlockSize: 192 } as const;

function Impact<S extends FieldValues>({
  control,
  changesOf,
  isBelow = false,
}: ImpactPanelProps<S>): ReactElement {
  const typed = useWatch({ control }) as S;
  const changes = changesOf(typed);
  const debounced = useDebouncedValue(changes, isSameChange);
  const panel = useRef<HTMLDivElement>(null);
  const review = () => {
    panel.current?.scrollIntoView?.({ block: 'center' });
    panel.current?.focus({ preventScroll: true });
  };
  const content = (
    <div ref={panel} role="status" tabIndex={-1} style={RESERVED}>
      {changes !== undefined && debounced !== undefined && (
        <>
          <EuiSpacer size="m" />
          <ImpactCallOut changes={debounced} />
          <ImpactNote changes={debounced} onReview={review} />
        </>
      )}
    </div>
  );
  return isBelow ? content : <FormAside>{content}</FormAside>;
}

interface ImpactNoteProps {
  readonly changes: ProposedChanges;
  readonly onReview: () => void;
}

/** Beside the buttons of the form, because the panel may be below the window. */
function ImpactNote({ changes, onReview }: ImpactNoteProps): ReactElement {
  const { data, error } = useImpact({ changes });
  return (
    <SaveBarNote>
      {(data || error !== undefined) && (
        <EuiText size="s">
          {data
            ? summaryText(data)
            : t('security.impact.unknownNote', "Couldn't calculate the impact")}
          {' · '}
          <EuiButtonEmpty size="xs" flush="both" onClick={onReview}>
            {t('security.impact.review', 'Review')}
          </EuiButtonEmpty>
        </EuiText>
      )}
    </SaveBarNote>
  );
}

/** "1 user gains 3 permissions · 2 users lose access" */
function summaryText({ gains, loses, sees_other: others, complete }: ChangeImpact): string {
  const countAll = ({ total, people }: ChangeImpact['gains']): number =>
    total === 1 ? (people[0]?.permissions.length ?? 0) : 0;
  const parts = [
    ...(gains.total > 0
      ? [
          t(
            'security.impact.gainsNote',
            '{users, plural, one {# user gains} other {# users gain}} {count, plural, =0 {access} one {# permission} other {# permissions}}',
            { users: gains.total, count: countAll(gains) }
          ),
        ]
      : []),
    ...(loses.total > 0
      ? [
          t(
            'security.impact.losesNote',
            '{users, plural, one {# user loses} other {# users lose}} {count, plural, =0 {access} one {# permission} other {# permissions}}',
            { users: loses.total, count: countAll(loses) }
          ),
        ]
      : []),
    ...(others.total > 0
      ? [
          t(
            'security.impact.othersNote',
            '{users, plural, one {# user sees} other {# users see}} different documents',
            { users: others.total }
          ),
        ]
      : []),
    ...(gains.hosts.length > 0 ? [t('security.impact.hostsGainNote', 'hosts gain access')] : []),
    ...(loses.hosts.length > 0 ? [t('security.impact.hostsLoseNote', 'hosts lose access')] : []),
    ...(complete ? [] : [t('security.impact.incompleteNote', 'not all users were checked')]),
  ];
  return parts.length > 0
    ? parts.join(' · ')
    : t('security.impact.noneNote', 'No user gains or loses access');
}

/** The impact of these changes; with feature `explain`. */
export function ImpactCallOut({ changes }: { readonly changes: ProposedChanges }): ReactElement {
  const impact = useImpact({ changes });
  const { impactParts, core } = useAdmin();
  const conditions = usePageConditions();
  return (
    <ImpactReport impact={impact}>
      {impactParts
        .filter(({ isAvailable = () => true }) => isAvailable(conditions))
        .map(({ id, load }) => (
          <AddedPart key={id} load={load} props={{ changes, http: core.http }} />
        ))}
    </ImpactReport>
  );
}

interface ImpactReportProps {
  readonly impact: Pick<Read<ChangeImpact>, 'data' | 'error' | 'isLoading'>;
  /** Shown below the impact. */
  readonly children?: ReactNode;
}

export function ImpactReport({
  impact: { data, error, isLoading },
  children,
}: ImpactReportProps): ReactElement {
  return (
    <EuiCallOut
      size="s"
      iconType="inspect"
      data-test-subj="what-will-change"
      title={t('security.impact.title', 'Impact')}
    >
      {error !== undefined && !isLoading ? (
        <p>
          {t('security.impact.unknown', "Couldn't calculate the impact. {reason}", {
            reason: errorText(error),
          })}
        </p>
      ) : data ? (
        <ImpactTable impact={data} />
      ) : (
        <p>{t('security.impact.loading', 'Calculating impact…')}</p>
      )}
      {children}
    </EuiCallOut>
  );
}

const isSameChange = (
  one: ProposedChanges | undefined,
  other: ProposedChanges | undefined
): boolean => JSON.stringify(one) === JSON.stringify(other);
