/**
 * The configuration as the files of a cluster, one for each kind: what the screens export. Kinds
 * and names: docs/reference/engine.md#configuration-files; the security configuration
 * (`config.yml`) is not among them, since it may hold passwords and keys of other systems.
 */
import { API_PREFIX } from './api';

export const CONFIGURATION_FILES = Object.freeze({
  tenants: 'tenants.yml',
  actiongroups: 'action_groups.yml',
  roles: 'roles.yml',
  rolesmapping: 'roles_mapping.yml',
  internalusers: 'internal_users.yml',
  audit: 'audit.yml',
});
export type ConfigurationFileKind = keyof typeof CONFIGURATION_FILES;

/** The files of a cluster, or tables for reviews. */
export const CONFIGURATION_FORMATS = ['yaml', 'csv'] as const;
export type ConfigurationFormat = (typeof CONFIGURATION_FORMATS)[number];

/** `GET {path}/{kind}?format=…`: `ConfigurationFile`. */
export const CONFIGURATION_FILES_PATH = `${API_PREFIX}/configuration_files`;

/** Below it: `POST {kind}/{plan}`: `ImportPlan`, and `POST {run}`: `ImportAnswer`. */
export const IMPORT_PATHS = Object.freeze({ plan: '_plan', run: '_import' });
