/** The files of the security configuration. */
import { CONFIGURATION_FILE_NAMES } from '../../../contracts/configuration_files';
import type { ResourceType } from '../../../contracts/entities';
import type { DocumentId } from '../../api/engine';

export type FileKind =
  | { readonly file: string; readonly type: ResourceType; readonly form: 'entries' }
  /** One body under the key `config`. */
  | { readonly file: string; readonly type: DocumentId; readonly form: 'document' }
  /** Entries stored together as one document. */
  | { readonly file: string; readonly type: DocumentId; readonly form: 'entries-document' };

const entries = <T extends ResourceType>(type: T): FileKind => ({
  file: CONFIGURATION_FILE_NAMES[type],
  type,
  form: 'entries',
});

/** In import order: entries come before those that refer to them. */
export const FILE_KINDS: readonly FileKind[] = [
  { file: CONFIGURATION_FILE_NAMES.config, type: 'config', form: 'document' },
  { file: CONFIGURATION_FILE_NAMES.audit, type: 'audit', form: 'document' },
  { file: CONFIGURATION_FILE_NAMES.nodesdn, type: 'nodesdn', form: 'entries-document' },
  { file: CONFIGURATION_FILE_NAMES.allowlist, type: 'allowlist', form: 'document' },
  entries('tenants'),
  entries('actiongroups'),
  entries('roles'),
  entries('rolesmapping'),
  entries('internalusers'),
  { file: CONFIGURATION_FILE_NAMES.guardrails, type: 'guardrails', form: 'entries-document' },
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
