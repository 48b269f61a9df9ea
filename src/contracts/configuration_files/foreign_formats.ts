/** Recognizes files that no cluster reads as they are, and says in one line how to go on. */
import type { ConfigurationFileType } from './file_names';
import type { YamlProblem } from './read_yaml';

type Json = Readonly<Record<string, unknown>>;

const TEMPLATE = /^[^#\n]*(?:\{\{|\{%|<%[=-]?)/m;
const VAULT = /^\$ANSIBLE_VAULT;/;
const SOPS = /^sops:|:\s*["']?ENC\[AES256_GCM,/m;
const MANIFEST = /^apiVersion:/m;

const HINTS = {
  template:
    'is a template of Helm, Jinja or the like; render it first (helm template, ansible), then take the result',
  vault: 'is encrypted with Ansible Vault; decrypt it first (ansible-vault decrypt)',
  sops: 'is encrypted with SOPS; decrypt it first (sops --decrypt)',
  manifest:
    'is a Kubernetes manifest without configuration files; a Secret or ConfigMap has them under data or stringData',
  searchGuard6:
    'has the format of Search Guard 6; convert it with "securityadmin.sh --migrate-offline" of OpenSearch 2, then take the result',
  searchGuard7:
    'has the format of Search Guard 7 or later; name the key sg_config "config", and leave out what only Search Guard has',
} as const;

/**
 * @param problems - of the YAML. A template may be valid YAML, and a text may contain braces
 * @returns a clause about the file
 */
export function foreignText(
  text: string,
  problems: readonly YamlProblem[]
): YamlProblem | undefined {
  if (VAULT.test(text)) return { line: 1, message: HINTS.vault };
  if (SOPS.test(text)) return { line: toLine(text, SOPS), message: HINTS.sops };
  if (problems.length > 0 && TEMPLATE.test(text))
    return { line: toLine(text, TEMPLATE), message: HINTS.template };
  return undefined;
}

const toLine = (text: string, pattern: RegExp): number => {
  const { index = 0, 0: found = '' } = pattern.exec(text) ?? {};
  return text.slice(0, index + found.length).split('\n').length;
};

/** @param content - the parsed file with its `_meta` */
export function foreignContent(
  type: ConfigurationFileType,
  text: string,
  content: Json
): string | undefined {
  if (MANIFEST.test(text) && 'kind' in content) return HINTS.manifest;
  if ('sg_config' in content || '_sg_meta' in content) return HINTS.searchGuard7;
  if ('_meta' in content) return undefined;
  return isOfSearchGuard6(type, content) ? HINTS.searchGuard6 : undefined;
}

/** Keys of entries that only this format has. */
const OLD_KEYS: Partial<Record<ConfigurationFileType, readonly string[]>> = {
  roles: ['cluster', 'indices'],
  rolesmapping: ['backendroles', 'andBackendroles', 'and_backendroles'],
  internalusers: ['readonly', 'username', 'roles'],
  actiongroups: ['readonly', 'permissions'],
};

function isOfSearchGuard6(type: ConfigurationFileType, content: Json): boolean {
  if (type === 'config') return 'searchguard' in content || 'opendistro_security' in content;
  const entries = Object.values(content);
  if (type === 'actiongroups' && entries.some(Array.isArray)) return true;
  const keys = OLD_KEYS[type] ?? [];
  return entries.some((entry) => isMap(entry) && keys.some((key) => Object.hasOwn(entry, key)));
}

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
