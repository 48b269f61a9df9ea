/**
 * Internal users with a role and the origin of each, paged by the server. External users are not
 * stored here; the backend roles of the mapping show who may have the role.
 */
import { EuiLink, EuiSpacer } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import type { InternalUser, RoleMapping } from '@sd/contracts';
import { t } from '@sd/core/public';
import { LoadError, Panel, Table, useLink, useServerQuery, WrappingText } from '@sd/ui_kit';
import type { SearchItem } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { USER_PAGES } from '../paths';

/** @returns at least one text: users not named directly match a pattern */
function roleSources(
  user: string,
  { backend_roles: backendRoles = [], opendistro_security_roles: direct = [] }: InternalUser,
  role: string,
  mapping: RoleMapping | undefined
): readonly string[] {
  const ways: string[] = [];
  if (direct.includes(role)) ways.push(t('security.origin.direct', 'Direct'));
  if (mapping?.users?.includes(user)) ways.push(t('security.origin.user', 'Mapped by name'));
  for (const value of backendRoles.filter((name) => mapping?.backend_roles?.includes(name)))
    ways.push(t('security.origin.backendRole', 'Backend role {value}', { value }));
  const together = mapping?.and_backend_roles ?? [];
  if (together.length > 0 && together.every((name) => backendRoles.includes(name)))
    ways.push(
      t('security.origin.allBackendRoles', 'Backend roles {names} (all)', {
        names: together.join(', '),
      })
    );
  if (ways.length > 0) return ways;
  return [
    t('security.holders.pattern', 'A pattern in the mapping, or a backend role with the same name'),
  ];
}

type Holder = SearchItem<'internalusers'>;

const PER_PAGE = 10;

interface RoleHoldersProps {
  readonly name: string;
  readonly mapping: RoleMapping | undefined;
}

export function RoleHolders({ name, mapping }: RoleHoldersProps): ReactElement {
  const { entities } = useAdmin();
  const link = useLink();
  const [page, setPage] = useState(0);
  const { data, error, reload, isLoading } = useServerQuery(
    resourceKey('internalusers', 'holders', name, String(page)),
    (signal) =>
      entities.search(
        'internalusers',
        { page: page + 1, per_page: PER_PAGE, filters: JSON.stringify({ roles: [name] }) },
        signal
      ),
    { keepsPrevious: true }
  );
  const total = data?.total ?? 0;
  return (
    <Panel
      data-test-subj="role-holders"
      title={
        data
          ? t('security.holders.title', 'Internal users with this role ({count, number})', {
              count: total,
            })
          : t('security.holders.titleLoading', 'Internal users with this role')
      }
      description={t(
        'security.holders.intro',
        'All internal users with this role, however they got it. External users with a mapped backend role have it too.'
      )}
      actions={
        total > 0 && (
          <EuiLink {...link(USER_PAGES.withRole(name))}>
            {t('security.holders.list', 'Search these users')}
          </EuiLink>
        )
      }
    >
      {error !== undefined && (
        <>
          <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
          <EuiSpacer size="m" />
        </>
      )}
      <Table<Holder>
        caption={t('security.holders.caption', 'Internal users with the role {name}', { name })}
        idOf={({ name: user }) => user}
        isLoading={isLoading}
        items={data?.items ?? []}
        empty={
          isLoading
            ? t('security.holders.loading', 'Loading…')
            : t('security.holders.none', 'No internal users have this role.')
        }
        columns={[
          {
            id: 'user',
            name: t('security.common.user', 'User'),
            render: ({ name: user }) => (
              <a {...link(USER_PAGES.view(user))}>
                <WrappingText text={user} />
              </a>
            ),
          },
          {
            id: 'source',
            name: t('security.common.source', 'Source'),
            render: ({ name: user, entity }) => (
              <span style={{ overflowWrap: 'anywhere' }}>
                {roleSources(user, entity, name, mapping).join('; ')}
              </span>
            ),
          },
        ]}
        {...(total > PER_PAGE && {
          pages: { page, perPage: PER_PAGE, total, onPage: setPage },
        })}
      />
    </Panel>
  );
}
