/** Names of the configuration files, and names that look as if one of them was meant. */

/** In import order: entries come before those that refer to them. */
export const CONFIGURATION_FILE_NAMES = Object.freeze({
  config: 'config.yml',
  audit: 'audit.yml',
  nodesdn: 'nodes_dn.yml',
  allowlist: 'allowlist.yml',
  tenants: 'tenants.yml',
  actiongroups: 'action_groups.yml',
  roles: 'roles.yml',
  rolesmapping: 'roles_mapping.yml',
  internalusers: 'internal_users.yml',
  guardrails: 'guardrails.yml',
} as const);
export type ConfigurationFileType = keyof typeof CONFIGURATION_FILE_NAMES;

/**
 * Files that can be exported, one per kind: docs/reference/engine.md#configuration-files. The
 * security configuration (`config.yml`) is excluded, because it may contain passwords and keys of
 * other systems.
 */
export const CONFIGURATION_FILES = Object.freeze({
  tenants: 'tenants.yml',
  actiongroups: 'action_groups.yml',
  roles: 'roles.yml',
  rolesmapping: 'roles_mapping.yml',
  internalusers: 'internal_users.yml',
  audit: 'audit.yml',
  guardrails: 'guardrails.yml',
});
export type ConfigurationFileKind = keyof typeof CONFIGURATION_FILES;

const TYPES = Object.keys(CONFIGURATION_FILE_NAMES) as readonly ConfigurationFileType[];

/** The kind that a file of this name has, also with an ending or prefix of other products. */
export const typeOfFile = (name: string): ConfigurationFileType | undefined =>
  TYPES.find((type) => CONFIGURATION_FILE_NAMES[type] === name);

/** Earlier and common names, without signs between the words. */
const OTHER_NAMES: Readonly<Record<string, ConfigurationFileType>> = {
  whitelist: 'allowlist',
  users: 'internalusers',
  internaluser: 'internalusers',
  rolemapping: 'rolesmapping',
  rolemappings: 'rolesmapping',
  rolesmappings: 'rolesmapping',
  mapping: 'rolesmapping',
  mappings: 'rolesmapping',
  nodesdns: 'nodesdn',
  securityconfig: 'config',
};

/** Endings of templates, of which the rendered file was meant. */
const TEMPLATE = /\.(?:j2|jinja2?|tpl|tmpl|gotmpl|erb|mustache|template|in|sops|enc|vault)$/;
const PREFIX = /^(?:sg|searchguard|opendistro|opensearch|security)[_-]/;
/** Names that other tools give files of their own in the same folder. */
const FOREIGN = ['opensearch', 'values', 'chart', 'kustomization', 'configs'];

/** The file that was meant by the name of another one; `undefined` if there is none. */
export function meantFile(name: string): string | undefined {
  if (typeOfFile(name)) return undefined;
  const lower = name.toLowerCase();
  const bare = lower.replace(TEMPLATE, '').replace(/\.(?:ya?ml|json)$/, '');
  if (bare === lower) return undefined;
  const word = bare.replace(PREFIX, '').replace(/[^a-z]/g, '');
  if (FOREIGN.includes(word)) return undefined;
  const type =
    OTHER_NAMES[word] ??
    TYPES.find((one) => toWord(one) === word) ??
    TYPES.find((one) => word.length > 4 && isMisspelt(word, toWord(one)));
  return type && CONFIGURATION_FILE_NAMES[type];
}

const toWord = (type: ConfigurationFileType): string =>
  CONFIGURATION_FILE_NAMES[type].replace(/\.yml$/, '').replaceAll('_', '');

/** Whether one letter is missing, added, another one, or changed places with its neighbor. */
function isMisspelt(word: string, right: string): boolean {
  const at = [...right].findIndex((letter, index) => word[index] !== letter);
  const from = at < 0 ? right.length : at;
  const [rest, other] = [word.slice(from), right.slice(from)];
  return (
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    rest.slice(1) === other.slice(1) ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  );
}
