/** What an import leaves out or keeps although it has no effect, in responses of the engine. */
import type { ImportWarning } from '../../contracts/api';
import type { EngineResponse } from '../api/engine';
import { isJsonObject } from '../model/entity_shape';

export const missingRoleWarning = (name: string): ImportWarning => ({ kind: 'missing_role', name });

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
export const warningText = ({ kind, name }: ImportWarning): string =>
  kind === 'missing_role'
    ? `the role ${name} does not exist, so it gives nobody anything until somebody creates it`
    : `the flag ${name} stays as it is: only "security import" without --url, and the administrator's certificate of a cluster, set it`;
