/**
 * Form values of a role, converted from and to the entity, with validation. Parts that the form
 * does not show are kept unchanged.
 */
import { t } from '@sd/core/public';
import type { IndexPermission, Role, TenantPermission } from '@sd/contracts';
import type { FormProblems } from '@sd/ui_kit';
import {
  decodeFieldSecurity,
  encodeFieldSecurity,
  type FieldSecurityMode,
  TENANT_READ_PERMISSION,
  TENANT_WRITE_PERMISSION,
  tenantPermissionActions,
  tenantPermissionType,
  TenantPermissionType,
} from '../../../../common';
import { nameProblem } from '../../../components/form/name_field';
import { lengthProblem } from '../../../components/form/text_length';
import { dlsProblem } from './dls_problem';

export interface IndexPermissionForm {
  readonly patterns: readonly string[];
  readonly actions: readonly string[];
  readonly dls: string;
  readonly flsMode: FieldSecurityMode;
  readonly flsFields: readonly string[];
  readonly maskedFields: readonly string[];
  /** The original row. */
  readonly source?: IndexPermission;
}

export interface TenantPermissionForm {
  readonly patterns: readonly string[];
  readonly type: TenantPermissionType;
  readonly source?: TenantPermission;
}

export interface RoleForm {
  readonly name: string;
  readonly description: string;
  readonly clusterPermissions: readonly string[];
  readonly indexPermissions: readonly IndexPermissionForm[];
  readonly tenantPermissions: readonly TenantPermissionForm[];
}

export const newIndexPermission = (): IndexPermissionForm => ({
  patterns: [],
  actions: [],
  dls: '',
  flsMode: 'exclude',
  flsFields: [],
  maskedFields: [],
});

export const newTenantPermission = (): TenantPermissionForm => ({
  patterns: [],
  type: TenantPermissionType.ReadWrite,
});

export const emptyRoleForm = (): RoleForm => ({
  name: '',
  description: '',
  clusterPermissions: [],
  indexPermissions: [],
  tenantPermissions: [],
});

export function roleToForm(name: string, role: Role): RoleForm {
  return {
    name,
    description: role.description ?? '',
    clusterPermissions: role.cluster_permissions ?? [],
    indexPermissions: (role.index_permissions ?? []).map(indexToForm),
    tenantPermissions: (role.tenant_permissions ?? []).map((permission) => ({
      patterns: permission.tenant_patterns,
      type: tenantPermissionType(permission.allowed_actions),
      source: permission,
    })),
  };
}

function indexToForm(permission: IndexPermission): IndexPermissionForm {
  const { mode, fields } = decodeFieldSecurity(permission.fls ?? []);
  return {
    patterns: permission.index_patterns,
    actions: permission.allowed_actions,
    dls: permission.dls ?? '',
    flsMode: mode,
    flsFields: fields,
    maskedFields: permission.masked_fields ?? [],
    source: permission,
  };
}

/** A row without input. */
const isBlankIndexPermission = (row: IndexPermissionForm): boolean =>
  row.patterns.length === 0 &&
  row.actions.length === 0 &&
  row.dls.trim() === '' &&
  row.flsFields.length === 0 &&
  row.maskedFields.length === 0;

/** @param original - role from which the form was filled; its unknown fields are kept */
export function formToRole(form: RoleForm, original: Role | undefined): Record<string, unknown> {
  const {
    reserved: _reserved,
    hidden: _hidden,
    static: _static,
    description: _description,
    ...rest
  } = original ?? {};
  const description = form.description.trim();
  return {
    ...rest,
    ...(description !== '' && { description }),
    cluster_permissions: form.clusterPermissions,
    index_permissions: form.indexPermissions
      .filter((row) => row.patterns.length > 0)
      .map(formToIndex),
    tenant_permissions: form.tenantPermissions
      .filter((row) => row.patterns.length > 0)
      .map(formToTenant),
  };
}

function formToIndex(row: IndexPermissionForm): Record<string, unknown> {
  const { dls: _dls, ...rest } = row.source ?? {};
  return {
    ...rest,
    index_patterns: row.patterns,
    ...(row.dls.trim() !== '' && { dls: row.dls }),
    fls: toFieldSecurity(row),
    masked_fields: row.maskedFields,
    allowed_actions: row.actions,
  };
}

/**
 * Unchanged lists are kept, including mixed ones, which the two modes of the form cannot express.
 */
export function toFieldSecurity({
  source,
  flsMode,
  flsFields,
}: IndexPermissionForm): readonly string[] {
  const before = decodeFieldSecurity(source?.fls);
  const isUntouched =
    before.mode === flsMode && JSON.stringify(before.fields) === JSON.stringify(flsFields);
  return source?.fls && isUntouched ? source.fls : encodeFieldSecurity(flsMode, flsFields);
}

function formToTenant({ source, patterns, type }: TenantPermissionForm): Record<string, unknown> {
  const before = source?.allowed_actions ?? [];
  const others = before.filter(
    (action) => action !== TENANT_READ_PERMISSION && action !== TENANT_WRITE_PERMISSION
  );
  const isUntouched = source !== undefined && tenantPermissionType(before) === type;
  return {
    ...source,
    tenant_patterns: patterns,
    allowed_actions: isUntouched ? before : [...tenantPermissionActions(type), ...others],
  };
}

export const roleNoun = (): string => t('security.roleForm.word', 'role');

/**
 * Validation errors by field id.
 * @param maxLength - characters that the cluster takes in a text, if it limits them
 */
export function roleFormProblems(
  form: RoleForm,
  isNameFixed: boolean,
  maxLength?: number
): FormProblems {
  const name = isNameFixed ? undefined : nameProblem(form.name, roleNoun());
  const description = lengthProblem([form.description], maxLength);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...Object.assign(
      {},
      ...form.indexPermissions.map((row, index) => indexProblems(row, index, maxLength))
    ),
  };
}

const LISTS = ['patterns', 'flsFields', 'maskedFields'] as const;

function indexProblems(
  row: IndexPermissionForm,
  index: number,
  maxLength: number | undefined
): FormProblems {
  const fieldPath = (field: keyof IndexPermissionForm) => `indexPermissions.${index}.${field}`;
  if (isBlankIndexPermission(row)) return {};
  const dls = dlsProblem(row.dls) ?? lengthProblem([row.dls], maxLength);
  const tooLong = LISTS.flatMap((field) => {
    const problem = lengthProblem(row[field], maxLength);
    return problem === undefined ? [] : [[fieldPath(field), problem] as const];
  });
  return {
    ...Object.fromEntries(tooLong),
    ...(row.patterns.length === 0 && {
      [fieldPath('patterns')]: t(
        'security.roleForm.noPatterns',
        'Enter at least one index or index pattern, or remove this index permission.'
      ),
    }),
    ...(dls !== undefined && { [fieldPath('dls')]: dls }),
  };
}
