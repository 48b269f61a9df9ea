/** Details of a login: backend roles, roles, attributes and expiry. */
import type { ReactElement } from 'react';
import { EuiDescriptionList } from '@elastic/eui';
import { DASH } from '@sd/ui_kit';
import { i18n, t } from '@sd/core/public';

/** Attribute names with their values. */
const AttributeList = ({
  attributes,
}: {
  readonly attributes: Readonly<Record<string, string>>;
}): ReactElement => {
  const entries = Object.entries(attributes).sort(([a], [b]) => a.localeCompare(b));
  if (entries.length === 0) return <span>{DASH}</span>;
  return (
    <ul>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>{name}</code>: {value}
        </li>
      ))}
    </ul>
  );
};

interface IdentityDetailsProps {
  readonly backend_roles: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly expires_at?: number;
}

export const IdentityDetails = (props: IdentityDetailsProps): ReactElement => {
  const { backend_roles: backendRoles, roles, attributes, expires_at: endMs } = props;
  return (
    <EuiDescriptionList
      style={{ overflowWrap: 'anywhere' }}
      listItems={[
        {
          title: t('security.common.backendRoles', 'Backend roles'),
          description: backendRoles.join(', ') || DASH,
        },
        {
          title: t('security.common.roles', 'Roles'),
          description: roles.join(', ') || DASH,
        },
        {
          title: t('security.person.attributes', 'Claims and attributes'),
          description: <AttributeList attributes={attributes} />,
        },
        ...(endMs === undefined
          ? []
          : [
              {
                title: t('security.person.ends', 'Valid until'),
                description: new Date(endMs).toLocaleString(i18n.getLocale()),
              },
            ]),
      ]}
    />
  );
};
