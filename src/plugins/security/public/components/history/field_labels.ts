/** Labels of role, mapping, user and connection fields, as in the forms. */
import { t } from '@sd/core/public';

const labels = (): Readonly<Record<string, string>> => ({
  description: t('security.common.description', 'Description'),
  cluster_permissions: t('security.common.clusterPermissions', 'Cluster permissions'),
  index_permissions: t('security.common.indexPermissions', 'Index permissions'),
  index_patterns: t('security.common.index', 'Index'),
  allowed_actions: t('security.common.permissions', 'Permissions'),
  dls: t('security.roleForm.dls', 'Document level security'),
  fls: t('security.roleForm.flsMode', 'Field level security'),
  masked_fields: t('security.roleForm.masked', 'Anonymization'),
  tenant_permissions: t('security.common.tenantPermissions', 'Tenant permissions'),
  tenant_patterns: t('security.common.tenant', 'Tenant'),
  mapping: t('security.common.roleMapping', 'Role mapping'),
  users: t('security.common.users', 'Users'),
  and_backend_roles: t('security.mapUser.allOf', 'All of these backend roles'),
  hosts: t('security.mapUser.hostsLabel', 'Host names or addresses'),
  backend_roles: t('security.common.backendRoles', 'Backend roles'),
  opendistro_security_roles: t('security.userForm.roles', 'Direct roles'),
  roles: t('security.common.roles', 'Roles'),
  password: t('security.common.password', 'Password'),
  attributes: t('security.common.attributes', 'Attributes'),
  name: t('security.common.name', 'Name'),
  environment: t('security.common.environment', 'Environment'),
  color: t('security.clusterForm.color', 'Label color'),
  confirm_changes: t('security.clusterForm.confirmsChanges', 'Ask before each change'),
  credentials: t('security.clusterForm.whose', 'Requests use'),
  username: t('security.history.field.username', 'User name'),
  request_timeout: t('security.history.field.timeout', 'Time limit (ms)'),
  verification_mode: t('security.clusterForm.verification', 'Verify'),
  certificate_authorities: t('security.clusterForm.authorities', 'Certificate authorities'),
  certificate: t('security.clusterForm.certificate', 'Client certificate'),
  secrets: t('security.history.field.secrets', 'Stored secrets'),
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
