/** Tenants that a role names and that do not exist yet, each with the button that creates it. */
import { EuiButtonEmpty } from '@elastic/eui';
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import { useChanged } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { validateResourceName } from '../../../../common';
import { useUnknownNames } from '../../../components/form/unknown_names';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { isTenantName } from './tenant_combo';

export interface NewTenantsProps {
  /** Tenants and patterns of tenants. */
  readonly patterns: readonly string[];
}

export function NewTenants({ patterns }: NewTenantsProps): ReactElement {
  const unknown = useUnknownNames('tenants', patterns.filter(isTenantName));
  const { create, busy } = useCreation();
  return (
    <>
      {[...unknown.keys()]
        .filter((name) => validateResourceName(name).length === 0)
        .map((name) => (
          <div key={name}>
            <EuiButtonEmpty
              size="s"
              flush="left"
              iconType="plusCircle"
              isLoading={busy === name}
              onClick={() => void create(name)}
            >
              <FormattedMessage
                id="security.roleForm.createTenant"
                defaultMessage="Create tenant “{name}”"
                values={{ name }}
              />
            </EuiButtonEmpty>
          </div>
        ))}
    </>
  );
}

function useCreation() {
  const { core, entities } = useAdmin();
  const { toasts } = core.notifications;
  const changed = useChanged();
  const [busy, setBusy] = useState<string>();
  const create = async (name: string): Promise<void> => {
    setBusy(name);
    try {
      await entities.save('tenants', name, { description: '' }, { create: true });
      changed(resourceKey('tenants'));
      toasts.addSuccess({
        title: i18n.translate('security.tenantForm.created', {
          defaultMessage: 'Tenant "{name}" successfully created',
          values: { name },
        }),
      });
    } catch (error) {
      toasts.addDanger({
        title: i18n.translate('security.roleForm.tenantNotCreated', {
          defaultMessage: 'Tenant "{name}" could not be created',
          values: { name },
        }),
        text: errorText(error),
      });
    } finally {
      setBusy(undefined);
    }
  };
  return { create, busy };
}
