/** Internal users matched by one entry of a mapping. */
import { EuiBadge, EuiLink, EuiToolTip } from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH, useLink, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';
import { USER_PAGES } from '../paths';
import type { MappingRow } from './mapping_rows';

/** Entries that match more than one name; the list of users with the role shows whom they match. */
const PATTERN = /[*?]|^\/.*\/$/;

export function UsersOfRole({ row }: { readonly row: MappingRow }): ReactElement {
  const canSearch = useFeature('find');
  if (PATTERN.test(row.name)) return <span>{DASH}</span>;
  switch (row.kind) {
    case 'users':
      return <NamedUser name={row.name} />;
    case 'backend_roles':
      return canSearch ? <UsersOfBackendRole name={row.name} /> : <span>{DASH}</span>;
    default:
      return <span>{DASH}</span>;
  }
}

function NamedUser({ name }: { readonly name: string }): ReactElement {
  const { entities } = useAdmin();
  const link = useLink();
  const { data } = useServerQuery(resourceKey('internalusers', 'exists', name), async (signal) => ({
    isThere: (await entities.find('internalusers', name, signal)) !== undefined,
  }));
  if (!data) return <span>{DASH}</span>;
  if (data.isThere)
    return (
      <EuiLink {...link(USER_PAGES.view(name))}>
        {t('security.reached.open', 'Internal user')}
      </EuiLink>
    );
  return (
    <EuiToolTip
      content={t(
        'security.reached.missingTip',
        'An external user, or a deleted user still named in the mapping.'
      )}
    >
      <EuiBadge color="warning" tabIndex={0}>
        {t('security.reached.missing', 'Not an internal user')}
      </EuiBadge>
    </EuiToolTip>
  );
}

function UsersOfBackendRole({ name }: { readonly name: string }): ReactElement {
  const { entities } = useAdmin();
  const link = useLink();
  const { data } = useServerQuery(resourceKey('internalusers', 'withBackendRole', name), (signal) =>
    entities.search(
      'internalusers',
      { page: 1, per_page: 1, filters: JSON.stringify({ backend_roles: [name] }) },
      signal
    )
  );
  if (!data) return <span>{DASH}</span>;
  return (
    <EuiLink {...link(USER_PAGES.withBackendRole(name))}>
      {t(
        'security.reached.count',
        '{count, plural, one {1 internal user} other {{count, number} internal users}}',
        { count: data.total }
      )}
    </EuiLink>
  );
}
