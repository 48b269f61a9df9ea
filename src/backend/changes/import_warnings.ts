/** What an import leaves out or keeps although it has no effect, in responses of the engine. */
import type { ImportWarning } from '../../contracts/api';
import type { EngineResponse } from '../api/engine';
import { isJsonObject } from '../model/entity_shape';

export const missingRoleWarning = (name: string): ImportWarning => ({ kind: 'missing_role', name });

/** @param name - of a user and a tenant */
export const sameNameWarning = (name: string): ImportWarning => ({ kind: 'same_name', name });

/** @param name - `reserved` or `hidden` */
export const flagWarning = (name: string): ImportWarning => ({ kind: 'flag', name });

export const withWarnings = (
  response: EngineResponse,
  warnings: readonly ImportWarning[]
): EngineResponse =>
  warnings.length > 0 && isJsonObject(response.body)
    ? { ...response, body: { ...response.body, warnings } }
    : response;

/** As a clause after the name of the entry. */
export function warningText({ kind, name }: ImportWarning): string {
  switch (kind) {
    case 'missing_role':
      return `the role ${name} does not exist, so it gives nobody anything until somebody creates it`;
    case 'same_name':
      return `a user and a tenant are both named ${name}: for this user, the name means their private tenant, and on a cluster both share one index`;
    case 'flag':
      return `the flag ${name} stays as it is: only "security import" without --url, and the administrator's certificate of a cluster, set it`;
  }
}
