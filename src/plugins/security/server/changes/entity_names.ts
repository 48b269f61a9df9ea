import type { ResourceType } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { isValidResourceName, validateResourceName } from '../../common';
import { enginePaths } from '../engine_requests';

/**
 * Whether an entry can be saved under a name. The rule is for names that are given: entries that a
 * cluster or a tool made under other names can be edited and mapped.
 */
export async function isSavableName(
  engine: Pick<ScopedEngineClient, 'request'>,
  resource: ResourceType,
  name: string
): Promise<boolean> {
  if (isValidResourceName(name)) return true;
  if (validateResourceName(name).includes('names.path_step')) return false;
  // The mapping of a role has the name of the role.
  const owners: readonly ResourceType[] =
    resource === 'rolesmapping' ? ['rolesmapping', 'roles'] : [resource];
  for (const owner of owners) {
    const path = enginePaths.entity(owner, name);
    if ((await engine.request({ method: 'GET', path })).statusCode === 200) return true;
  }
  return false;
}
