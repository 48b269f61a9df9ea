import { badRequest, RestError } from '../responses/responses';

/** In files and in a cluster's documents, this key holds metadata and not an entity. */
const META = '_meta';

/** @throws {RestError} 400 for the reserved name */
export function refuseMeta(name: string): void {
  if (name === META)
    throw new RestError(
      badRequest(`'${META}' cannot be a name: files keep their own data under it.`)
    );
}
