/** The files of the security configuration. */
import type { ResourceType } from '../../../contracts/entities';
import type { DocumentId } from '../../api/engine';

export type FileKind =
  | { readonly file: string; readonly type: ResourceType; readonly form: 'entries' }
  /** One body under the key `config`. */
  | { readonly file: string; readonly type: DocumentId; readonly form: 'document' }
  /** Entries stored together as one document. */
  | { readonly file: string; readonly type: DocumentId; readonly form: 'entries-document' };

/** In import order: entries come before those that refer to them. */
export const FILE_KINDS: readonly FileKind[] = [
  { file: 'config.yml', type: 'config', form: 'document' },
  { file: 'audit.yml', type: 'audit', form: 'document' },
  { file: 'nodes_dn.yml', type: 'nodesdn', form: 'entries-document' },
  { file: 'allowlist.yml', type: 'allowlist', form: 'document' },
  { file: 'tenants.yml', type: 'tenants', form: 'entries' },
  { file: 'action_groups.yml', type: 'actiongroups', form: 'entries' },
  { file: 'roles.yml', type: 'roles', form: 'entries' },
  { file: 'roles_mapping.yml', type: 'rolesmapping', form: 'entries' },
  { file: 'internal_users.yml', type: 'internalusers', form: 'entries' },
  { file: 'guardrails.yml', type: 'guardrails', form: 'entries-document' },
];

export const META_KEY = '_meta';
export const CONFIG_VERSION = 2;
/** Key of the body in files with one document, and its name in problems and plans. */
export const BODY_KEY = 'config';

/** A problem of a file, with the information needed to locate it. */
export interface FileProblem {
  readonly file: string;
  readonly entry?: string;
  readonly key?: string;
  /** From 1, if the file is no YAML. */
  readonly line?: number;
  readonly message: string;
}

export const problemLine = ({ file, entry, key, message }: FileProblem): string =>
  [file, entry, key].filter((part) => part !== undefined && part !== '').join(': ') +
  `: ${message}`;
