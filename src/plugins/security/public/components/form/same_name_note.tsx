/** Warns that a new user is named like a tenant, or a new tenant like a user. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type FieldProps, type FieldValues, useField, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { isValidResourceName } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { resourceKey } from '../../services/query_keys';
import { useDebouncedValue } from '../../services/use_debounced_value';

interface SameNameNoteProps<S extends FieldValues> extends FieldProps<S, string> {
  /** Entities that may have the name already. */
  readonly taken: 'internalusers' | 'tenants';
}

export function SameNameNote<S extends FieldValues>({
  taken,
  ...field
}: SameNameNoteProps<S>): ReactElement | null {
  const { entities } = useAdmin();
  const name = useDebouncedValue(useField(field).value);
  const { data: isTaken } = useServerQuery(
    resourceKey(taken, 'named', name),
    async (signal) => (await entities.find(taken, name, signal)) !== undefined,
    { isOff: !isValidResourceName(name) }
  );
  if (!isTaken) return null;
  return (
    <>
      <EuiSpacer size="m" />
      <EuiCallOut
        size="s"
        color="warning"
        iconType="alert"
        title={
          taken === 'tenants'
            ? t('security.sameName.tenant', 'There is a tenant named “{name}”', { name })
            : t('security.sameName.user', 'There is a user named “{name}”', { name })
        }
      >
        {t(
          'security.sameName.text',
          "For this user, the name means their private tenant, so they can't open the other one. On an OpenSearch cluster, both share one index: everyone with access to the tenant can also read the user's private objects. Choose another name."
        )}
      </EuiCallOut>
    </>
  );
}
