/** Labels of role, mapping and user fields, as in the forms. */
import { i18n } from '@sd/core/public';

const labels = (): Readonly<Record<string, string>> => ({
  description: i18n.translate('security.roleForm.description', { defaultMessage: 'Description' }),
  cluster_permissions: i18n.translate('security.roleForm.clusterLabel', {
    defaultMessage: 'Cluster permissions',
  }),
  index_permissions: i18n.translate('security.roleForm.index', {
    defaultMessage: 'Index permissions',
  }),
  index_patterns: i18n.translate('security.roleForm.indexPatterns', { defaultMessage: 'Index' }),
  allowed_actions: i18n.translate('security.roleView.column.actions', {
    defaultMessage: 'Permissions',
  }),
  dls: i18n.translate('security.roleForm.dls', { defaultMessage: 'Document level security' }),
  fls: i18n.translate('security.roleForm.flsMode', { defaultMessage: 'Field level security' }),
  masked_fields: i18n.translate('security.roleForm.masked', { defaultMessage: 'Anonymization' }),
  tenant_permissions: i18n.translate('security.roleForm.tenants', {
    defaultMessage: 'Tenant permissions',
  }),
  tenant_patterns: i18n.translate('security.roleForm.tenant', { defaultMessage: 'Tenant' }),
  mapping: i18n.translate('security.mapUser.label', { defaultMessage: 'Role mapping' }),
  users: i18n.translate('security.mapUser.usersLabel', { defaultMessage: 'Users' }),
  and_backend_roles: i18n.translate('security.mapUser.allOf', {
    defaultMessage: 'All of these backend roles together',
  }),
  hosts: i18n.translate('security.mapUser.hostsLabel', {
    defaultMessage: 'Host names or addresses',
  }),
  backend_roles: i18n.translate('security.userForm.backendRoles', {
    defaultMessage: 'Backend roles',
  }),
  opendistro_security_roles: i18n.translate('security.userForm.roles', {
    defaultMessage: 'Direct roles',
  }),
  roles: i18n.translate('security.palette.roles', { defaultMessage: 'Roles' }),
  attributes: i18n.translate('security.userForm.attributes', { defaultMessage: 'Attributes' }),
});

/**
 * @param path - path of a `FieldChange`: `index_permissions[2].dls`, `attributes.cost.centre`
 * @returns for example `Index permissions 2: Document level security`; unknown fields keep their
 *   name
 */
export function fieldLabel(path: string): string {
  const known = labels();
  const attribute = /^attributes\.(.+)$/s.exec(path)?.[1];
  const parts = attribute === undefined ? path.split('.') : ['attributes', attribute];
  return parts
    .map((part, index) => {
      const [, name = part, position] = /^(.*?)(?:\[(\d+)\])?$/s.exec(part) ?? [];
      // Attribute names are chosen by users.
      const isOwn = attribute !== undefined && index === 1;
      const label = !isOwn && Object.hasOwn(known, name) ? known[name] : part;
      return position === undefined || isOwn || label === part ? label : `${label} ${position}`;
    })
    .join(': ');
}
