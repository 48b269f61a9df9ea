/** Creates the role that an answer suggests together with its mapping, after showing both. */
import {
  EuiFieldText,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiFormRow,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { Suggestion } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useChanged, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { nameProblem } from '../../../components/form/name_field';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey, SECURITY_KEY } from '../../../services/query_keys';
import { useDebouncedValue } from '../../../services/use_debounced_value';
import { PreparedChange } from '../../../components/review/prepared_change';
import { roleNoun } from '../roles/role_form_state';

type NewRole = Extract<Suggestion, { kind: 'create_role' }>;

interface NewRoleFlyoutProps {
  readonly suggestion: NewRole;
  readonly onClose: () => void;
}

export function NewRoleFlyout({ suggestion, onClose }: NewRoleFlyoutProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const id = useGeneratedHtmlId({ prefix: 'newRole' });
  const [typed, setTyped] = useState(() => suggestedName(suggestion));
  const name = useDebouncedValue(typed);
  const invalid = nameProblem(name, roleNoun());
  // An existing role would be changed instead.
  const { data: isTaken } = useServerQuery(
    resourceKey('roles', 'named', name),
    async (signal) => (await entities.find('roles', name, signal)) !== undefined,
    { isOff: invalid !== undefined, isFresh: true }
  );
  const problem =
    invalid ??
    (isTaken === true
      ? t('security.explorer.nameTaken', 'A role with this name already exists.')
      : undefined);
  const { role_body: role, mapping_body: mapping } = suggestion;
  return (
    <EuiFlyout size="m" aria-labelledby={id} onClose={onClose}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={id}>{t('security.explorer.newRole', 'Create role')}</h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <EuiText size="s">
          <p>
            {t(
              'security.explorer.newRoleIntro',
              "The role allows only what's missing. It is mapped in the same step."
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <EuiFormRow
          fullWidth
          label={t('security.common.name', 'Name')}
          isInvalid={problem !== undefined}
          error={problem}
        >
          <EuiFieldText
            fullWidth
            value={typed}
            isInvalid={problem !== undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        </EuiFormRow>
        {problem === undefined && isTaken === false && (
          <PreparedChange
            key={name}
            id={`new role ${name}`}
            change={{ roles: { [name]: role }, rolesmapping: { [name]: mapping } }}
            label={t('security.explorer.createAndMap', 'Create and map role')}
            onDone={() => {
              core.notifications.toasts.addSuccess({
                title: t('security.explorer.roleCreated', 'Role {name} created and mapped.', {
                  name,
                }),
              });
              onClose();
              changed(SECURITY_KEY);
            }}
          />
        )}
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}

interface Entry {
  readonly allowed_actions?: readonly string[];
  readonly index_patterns?: readonly string[];
  readonly tenant_patterns?: readonly string[];
}

const MAX_NAME_LENGTH = 50;

/** "read_warehouse-2026" */
export function suggestedName({ role_body: role }: Pick<NewRole, 'role_body'>): string {
  const { index_permissions: indices, tenant_permissions: tenants } = role as Readonly<
    Record<string, readonly Entry[] | undefined>
  >;
  const [entry] = [...(indices ?? []), ...(tenants ?? [])];
  const [pattern = ''] = entry?.index_patterns ?? entry?.tenant_patterns ?? [];
  const [action = 'cluster'] = entry?.allowed_actions ?? [];
  const verb =
    action
      .split(/[:/*]+/)
      .filter(Boolean)
      .at(-1) ?? action;
  const words = `${verb}_${pattern}`.replace(/[^A-Za-z0-9._-]+/g, '_');
  return words.replace(/^[_.-]+|[_.-]+$/g, '').slice(0, MAX_NAME_LENGTH) || 'new_role';
}
