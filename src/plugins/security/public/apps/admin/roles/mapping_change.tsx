/** Before a mapping is saved: who gains the role by it and who loses it, by name and number. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { MAPPING_CONDITIONS, type MappingCondition } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, useRead, useWatch } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';

export type MappingForm = Record<MappingCondition, readonly string[]>;

export interface MappingChangeProps {
  readonly control: Control<MappingForm>;
  /** As it is stored. */
  readonly stored: MappingForm;
}

type Difference = MappingForm;

export function MappingChange({ control, stored }: MappingChangeProps): ReactElement | null {
  const typed = useWatch({ control }) as MappingForm;
  const gained = differenceOf(typed, stored);
  const lost = differenceOf(stored, typed);
  if (isEmpty(gained) && isEmpty(lost)) return null;
  return (
    <div role="status">
      <EuiSpacer size="m" />
      <EuiCallOut
        size="s"
        iconType="inspect"
        title={
          <FormattedMessage id="security.mappingChange.title" defaultMessage="What will change" />
        }
      >
        <ul>
          {!isEmpty(gained) && (
            <li>
              <FormattedMessage
                id="security.mappingChange.gained"
                defaultMessage="Gain the role: {who}."
                values={{ who: <Who difference={gained} /> }}
              />
            </li>
          )}
          {!isEmpty(lost) && (
            <li>
              <FormattedMessage
                id="security.mappingChange.lost"
                defaultMessage="Lose it, unless they have it another way: {who}."
                values={{ who: <Who difference={lost} /> }}
              />
            </li>
          )}
        </ul>
      </EuiCallOut>
    </div>
  );
}

/** What of `values` the other one lacks. */
const differenceOf = (values: MappingForm, other: MappingForm): Difference =>
  Object.fromEntries(
    MAPPING_CONDITIONS.map((kind) => [
      kind,
      values[kind].filter((name) => !other[kind].includes(name)),
    ])
  ) as unknown as Difference;

const isEmpty = (difference: Difference): boolean =>
  MAPPING_CONDITIONS.every((kind) => difference[kind].length === 0);

function Who({ difference }: { readonly difference: Difference }): ReactElement {
  const { users, backend_roles: backendRoles, and_backend_roles: together, hosts } = difference;
  const reached = useReached(backendRoles);
  const parts = [
    ...(users.length > 0 ? [users.join(', ')] : []),
    ...(backendRoles.length > 0 ? [backendRoleText(backendRoles, reached)] : []),
    ...(together.length > 0
      ? [
          i18n.translate('security.mappingChange.together', {
            defaultMessage: 'who has the backend roles required together ({names})',
            values: { names: together.join(', ') },
          }),
        ]
      : []),
    ...(hosts.length > 0
      ? [
          i18n.translate('security.mappingChange.hosts', {
            defaultMessage: 'who comes from {names}',
            values: { names: hosts.join(', ') },
          }),
        ]
      : []),
  ];
  return <span style={{ overflowWrap: 'anywhere' }}>{parts.join('; ')}</span>;
}

function backendRoleText(names: readonly string[], reached: number | undefined): string {
  const values = { names: names.join(', '), count: reached ?? 0 };
  return reached === undefined
    ? i18n.translate('security.mappingChange.backendRoles', {
        defaultMessage: 'who has a backend role of {names}',
        values,
      })
    : i18n.translate('security.mappingChange.reached', {
        defaultMessage:
          'who has a backend role of {names} ({count, plural, one {# internal user} other {# internal users}})',
        values,
      });
}

/** How many internal users have one of the backend roles; `undefined` while it is not known. */
function useReached(backendRoles: readonly string[]): number | undefined {
  const { entities } = useAdmin();
  const canFind = useFeature('find');
  const { data } = useRead(
    resourceKey('internalusers', 'reached', ...backendRoles),
    (signal) =>
      entities.search(
        'internalusers',
        { page: 1, per_page: 1, filters: JSON.stringify({ backend_roles: backendRoles }) },
        signal
      ),
    { isOff: !canFind || backendRoles.length === 0 }
  );
  return data?.total;
}
