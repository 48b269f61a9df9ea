/**
 * Changes of a mapping before it is saved, including those for external users. The impact panel
 * below shows the number of affected users.
 */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { MAPPING_CONDITIONS, type MappingCondition } from '@sd/contracts';
import { FormattedMessage, t } from '@sd/core/public';
import { type Control, useWatch } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export type MappingForm = Record<MappingCondition, readonly string[]>;

export interface MappingChangeProps {
  readonly control: Control<MappingForm>;
  /** The stored mapping. */
  readonly stored: MappingForm;
}

type Difference = MappingForm;

export function MappingChange({ control, stored }: MappingChangeProps): ReactElement | null {
  const typed = useWatch({ control }) as MappingForm;
  const gained = missingValues(typed, stored);
  const lost = missingValues(stored, typed);
  if (isEmpty(gained) && isEmpty(lost)) return null;
  return (
    <div role="status">
      <EuiSpacer size="m" />
      <EuiCallOut
        size="s"
        iconType="inspect"
        title={t('security.mappingChange.title', 'Changes to the mapping')}
      >
        <ul>
          {!isEmpty(gained) && (
            <li>
              <FormattedMessage
                id="security.mappingChange.gained"
                defaultMessage={'Gain the role: {who}'}
                values={{ who: <Who difference={gained} /> }}
              />
            </li>
          )}
          {!isEmpty(lost) && (
            <li>
              <FormattedMessage
                id="security.mappingChange.lost"
                defaultMessage={'Lose the role, unless granted another way: {who}'}
                values={{ who: <Who difference={lost} /> }}
              />
            </li>
          )}
        </ul>
      </EuiCallOut>
    </div>
  );
}

/** Values that the other mapping lacks. */
const missingValues = (values: MappingForm, other: MappingForm): Difference =>
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
  const parts = [
    ...(users.length > 0 ? [users.join(', ')] : []),
    ...(backendRoles.length > 0
      ? [
          t('security.mappingChange.backendRoles', 'users with the backend role {names}', {
            names: backendRoles.join(', '),
          }),
        ]
      : []),
    ...(together.length > 0
      ? [
          t('security.mappingChange.together', 'users with all of the backend roles {names}', {
            names: together.join(', '),
          }),
        ]
      : []),
    ...(hosts.length > 0
      ? [
          t('security.mappingChange.hosts', 'users connecting from {names}', {
            names: hosts.join(', '),
          }),
        ]
      : []),
  ];
  return <span style={{ overflowWrap: 'anywhere' }}>{parts.join('; ')}</span>;
}
