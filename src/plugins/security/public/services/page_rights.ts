/** What each page of the app needs, for its route, links to it, the navigation and the palette. */
import { type DisabledEndpoints, hasRight, isFullAdministrator } from '@sd/contracts';
import { ADMIN_PAGES, type AdminPageId, isAtAddress } from '../../common';
import type { Needs } from '../types';

const CHANGE_CONFIG: Needs = ['POST CONFIG', 'PATCH CONFIG'];

/** Pages that are absent need nothing of the configuration, or what each of their entries needs. */
export const PAGE_NEEDS: Readonly<Partial<Record<AdminPageId, Needs>>> = {
  userList: ['GET INTERNALUSERS'],
  userView: ['GET INTERNALUSERS'],
  userCreate: ['PUT INTERNALUSERS'],
  userEdit: ['PUT INTERNALUSERS'],
  roleList: ['GET ROLES'],
  roleView: ['GET ROLES'],
  mapUser: ['PUT ROLESMAPPING'],
  roleCreate: ['PUT ROLES'],
  roleEdit: ['PUT ROLES'],
  tenantList: ['GET TENANTS'],
  tenantConfigure: ['PUT TENANTS'],
  tenantCreate: ['PUT TENANTS'],
  tenantEdit: ['PUT TENANTS'],
  apiKeys: ['GET INTERNALUSERS'],
  // What the server reads for findings.
  findings: ['GET ROLES', 'GET ROLESMAPPING', 'GET ACTIONGROUPS', 'GET INTERNALUSERS'],
  finding: ['GET ROLES', 'GET ROLESMAPPING', 'GET ACTIONGROUPS', 'GET INTERNALUSERS'],
  alarms: 'full',
  guardrails: ['GET CONFIG'],
  guardrailCreate: ['PUT CONFIG'],
  guardrailEdit: ['PUT CONFIG'],
  groupList: ['GET ACTIONGROUPS'],
  groupView: ['GET ACTIONGROUPS'],
  groupCreate: ['PUT ACTIONGROUPS'],
  groupEdit: ['PUT ACTIONGROUPS'],
  authentication: ['GET CONFIG'],
  domainCreate: CHANGE_CONFIG,
  domainEdit: CHANGE_CONFIG,
  connections: CHANGE_CONFIG,
  dryRun: ['POST CONFIG'],
  setUpOpenId: CHANGE_CONFIG,
  setUpSaml: CHANGE_CONFIG,
  audit: ['GET AUDIT'],
  auditGeneral: ['PUT AUDIT'],
  auditCompliance: ['PUT AUDIT'],
  clusterCreate: 'full',
  clusterEdit: 'full',
};

/** @param path - within the app; may have a query */
export function needsOfPage(path: string): Needs {
  const [pathname = ''] = path.split('?');
  const ids = Object.keys(ADMIN_PAGES) as AdminPageId[];
  const id = ids.find((one) => isAtAddress(pathname, ADMIN_PAGES[one]));
  return (id && PAGE_NEEDS[id]) ?? [];
}

/** Whether a user with access to the API has on this installation what something needs. */
export const isOpenTo = (disabled: DisabledEndpoints, needs: Needs): boolean =>
  needs === 'full'
    ? isFullAdministrator(disabled)
    : needs.every((right) => hasRight(disabled, right));

/** Whether somebody with access to the API may open a page of this installation. */
export const isPageOpenTo = (disabled: DisabledEndpoints, path: string): boolean =>
  isOpenTo(disabled, needsOfPage(path));
