import { EuiLink } from '@elastic/eui';
import type { ExplainedRole } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
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
  const label = (isSelectable: boolean, { role }: T): string =>
    isSelectable
      ? i18n.translate('security.userRoles.select', {
          defaultMessage: 'Select {role}',
          values: { role },
        })
      : i18n.translate('security.userRoles.shared', {
          defaultMessage: '{role} comes by a mapping that others share',
          values: { role },
        });
  return (
    <PagedTable<T>
      caption={i18n.translate('security.userRoles.caption', {
        defaultMessage: 'Roles of {name}',
        values: { name },
      })}
      items={roles}
      itemId="role"
      {...(onSelect && {
        selection: {
          onChange: onSelect,
          isSelectable: ({ origins }) => isRemovable(origins, name),
          label,
        },
      })}
      columns={[
        {
          name: i18n.translate('security.userRoles.role', { defaultMessage: 'Role' }),
          render: ({ role, exists }: T) =>
            exists ? (
              <EuiLink {...link(ROLE_PAGES.view(role))}>
                <WrappingText text={role} />
              </EuiLink>
            ) : (
              <FormattedMessage
                id="security.userRoles.missing"
                defaultMessage="{role} (there is no such role)"
                values={{ role }}
              />
            ),
        },
        {
          name: i18n.translate('security.userRoles.origin', { defaultMessage: 'Comes by' }),
          render: ({ origins }: T) => <OriginList origins={origins} />,
        },
      ]}
    />
  );
}
