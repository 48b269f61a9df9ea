/** What single plugins get beyond what all do, and which ones. */
import { dirname, resolve } from 'node:path';
import type { DiscoveredPlugin, Privilege } from './types';

/** Ids of plugins that come with the product. The only place where core names one. */
const HOLDERS: Readonly<Record<Privilege, readonly string[]>> = { backend: ['security'] };

export const isPrivilege = (name: unknown): name is Privilege =>
  typeof name === 'string' && Object.hasOwn(HOLDERS, name);

/**
 * Id and folder are both asked for: a plugin from elsewhere may bear any id.
 * @param ownFolders - of the plugins that come with the product
 * @returns what is wrong with a plugin's wishes, if anything
 */
export function privilegeProblem(
  { manifest: { id }, path, privileges }: DiscoveredPlugin,
  ownFolders: readonly string[]
): string | undefined {
  const isOwn = ownFolders.some((folder) => resolve(folder) === dirname(resolve(path)));
  const refused = privileges.find((name) => !isOwn || !HOLDERS[name].includes(id));
  return refused === undefined
    ? undefined
    : `Plugin "${id}" asks for the privilege "${refused}", which only these plugins of the product have: ${HOLDERS[refused].join(', ')}. Remove the key "privileges".`;
}
