import type { ExplainedRole } from '@sd/contracts';
import { t } from '@sd/core/public';
import { WrappingText, useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { OriginList } from '../../../components/access/origin_list';
import { PagedTable } from '../../../components/paged_table';
import { isRemovable } from '../../../services/role_membership';
import { ROLE_PAGES } from '../paths';

interface RoleTableProps<T extends ExplainedRole> {
  readonly name: string;
  readonly roles: readonly T[];
  /** If absent, rows cannot be selected. */
  readonly onSelect?: (roles: readonly T[]) => void;
}

/** Table of roles with their origins. */
export function RoleTable<T extends ExplainedRole>({
  name,
  roles,
  onSelect,
}: RoleTableProps<T>): ReactElement {
  const link = useLink();
  const selectLabel = ({ role, origins }: T): string =>
    isRemovable(origins, name)
      ? t('security.userRoles.select', 'Select {role}', { role })
      : t('security.userRoles.shared', '{role} comes from a mapping shared with others', { role });
  return (
    <PagedTable<T>
      caption={t('security.userRoles.caption', 'Roles of {name}', { name })}
      items={roles}
      idOf={({ role }) => role}
      {...(onSelect && {
        selection: {
          onChange: onSelect,
          isSelectable: ({ origins }: T) => isRemovable(origins, name),
          labelOf: selectLabel,
        },
      })}
      columns={[
        {
          id: 'role',
          name: t('security.common.role', 'Role'),
          render: ({ role, exists }) =>
            exists ? (
              <a {...link(ROLE_PAGES.view(role))}>
                <WrappingText text={role} />
              </a>
            ) : (
              t('security.userRoles.missing', "{role} (doesn't exist)", { role })
            ),
        },
        {
          id: 'source',
          name: t('security.common.source', 'Source'),
          render: ({ origins }) => <OriginList origins={origins} />,
        },
      ]}
    />
  );
}
