import { badRequest, RestError } from '../responses/responses';

/** In a file, and in a cluster's document, what stands under this key is no entity. */
const META = '_meta';

/** @throws {RestError} 400 for the one name that nothing can have */
export function refuseMeta(name: string): void {
  if (name === META)
    throw new RestError(
      badRequest(`'${META}' cannot be a name: files keep their own data under it.`)
    );
}
