import { badRequest, RestError } from '../../../model/responses';

/** In files and in a cluster's documents, this key holds metadata and not an entity. */
const META = '_meta';

/** @throws {RestError} 400 for the reserved name */
export function refuseMeta(name: string): void {
  if (name === META)
    throw new RestError(
      badRequest(`The name '${META}' is not allowed: files use it for their own data.`)
    );
}
