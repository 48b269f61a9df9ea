/** Panel above the form buttons: users who would gain or lose access by the unsaved changes. */
import type { ReactElement } from 'react';
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { AffectedUser, ChangeImpact, ImpactPermission, ProposedChanges } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import { type Control, type FieldValues, useWatch } from '@sd/ui_kit';
import { useFeature } from '../../services/features';
import { useDebouncedValue } from '../../services/use_debounced_value';
import { useImpact } from './use_impact';

/** Number of gained or lost items shown for all named users together. */
const MAX_PARTS = 5;

interface ImpactLinesProps {
  /** `undefined` until it is known. */
  readonly impact: ChangeImpact | undefined;
}

function ImpactLines({ impact }: ImpactLinesProps): ReactElement {
  if (!impact) return <p>{t('security.impact.loading', 'Calculating impact…')}</p>;
  const { gains, loses, sees_other: others, complete } = impact;
  const isEmpty = gains.total + loses.total + others.total === 0;
  return (
    <ul style={{ overflowWrap: 'anywhere' }}>
      {gains.total > 0 && (
        <li>
          {t(
            'security.impact.gains',
            '{total, plural, one {# internal user gains} other {# internal users gain}} something: {names}. It is {what}.',
            {
              total: gains.total,
              names: namesText(gains.people, gains.total),
              what: partsText(gains.people),
            }
          )}
        </li>
      )}
      {loses.total > 0 && (
        <li>
          <strong>
            {t(
              'security.impact.loses',
              '{total, plural, one {# internal user loses} other {# internal users lose}} something: {names}. It is {what}.',
              {
                total: loses.total,
                names: namesText(loses.people, loses.total),
                what: partsText(loses.people),
              }
            )}
          </strong>
        </li>
      )}
      {others.total > 0 && (
        <li>
          {t(
            'security.impact.others',
            '{total, plural, one {# internal user sees} other {# internal users see}} other documents or fields than before: {names}.',
            {
              total: others.total,
              names: namesText(
                others.names.map((name) => ({ name })),
                others.total
              ),
            }
          )}
        </li>
      )}
      {isEmpty && (
        <li>{t('security.impact.nobody', 'No internal user gains or loses anything.')}</li>
      )}
      {!complete && (
        <li>
          {t(
            'security.impact.incomplete',
            'Not all users could be checked in time. There may be more.'
          )}
        </li>
      )}
    </ul>
  );
}

const namesText = (users: ReadonlyArray<{ readonly name: string }>, total: number): string =>
  t('security.impact.names', '{names}{more, plural, =0 {} other { and # more}}', {
    names: users.map(({ name }) => name).join(', '),
    more: total - users.length,
  });

/** Roles first, because they are the most informative. */
function partsText(users: readonly AffectedUser[]): string {
  const roles = users.flatMap((user) => user.roles.map(roleText));
  const permissions = users.flatMap((user) => user.permissions.map(permissionText));
  const parts = [...new Set([...roles, ...permissions])];
  return t('security.impact.what', '{parts}{isMore, select, true {, and more} other {}}', {
    parts: parts.slice(0, MAX_PARTS).join('; '),
    isMore: String(parts.length > MAX_PARTS),
  });
}

const roleText = (name: string): string => t('security.impact.role', 'role {name}', { name });

function permissionText({ kind, on, actions }: ImpactPermission): string {
  const values = { actions: actions.join(', '), on };
  switch (kind) {
    case 'cluster':
      return t('security.impact.cluster', '{actions} on the cluster', values);
    case 'index':
      return t('security.impact.index', '{actions} on {on}', values);
    case 'tenant':
      return actions.includes('write')
        ? t('security.impact.tenantWrite', 'writing in tenant {on}', values)
        : t('security.impact.tenantRead', 'reading in tenant {on}', values);
  }
}

interface ImpactPanelProps<S extends FieldValues> {
  readonly control: Control<S>;
  /** Changes that saving the values would make; `undefined` for none. */
  readonly changesOf: (values: S) => ProposedChanges | undefined;
}

export function ImpactPanel<S extends FieldValues>(
  props: ImpactPanelProps<S>
): ReactElement | null {
  return useFeature('explain') ? <Impact {...props} /> : null;
}

function Impact<S extends FieldValues>({ control, changesOf }: ImpactPanelProps<S>): ReactElement {
  const typed = useWatch({ control }) as S;
  const changes = changesOf(typed);
  const debounced = useDebouncedValue(changes, isSameChange);
  const { data, error, isLoading } = useImpact(debounced);
  return (
    <div role="status">
      {changes !== undefined && debounced !== undefined && (
        <>
          <EuiSpacer size="m" />
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
            ) : (
              <ImpactLines impact={data} />
            )}
          </EuiCallOut>
        </>
      )}
    </div>
  );
}

const isSameChange = (
  one: ProposedChanges | undefined,
  other: ProposedChanges | undefined
): boolean => JSON.stringify(one) === JSON.stringify(other);
