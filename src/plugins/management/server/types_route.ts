/**
 * `GET _types`: types of saved objects people may manage, with how many objects of each the tenant
 * has.
 */
import type { Router } from '@sd/core/server';
import { API_PATHS, TYPES_RESPONSE, type ManagedType, type TypesResponse } from '../common';
import {
  responseErrors,
  DEFAULT_TITLE_FIELD,
  isExportable,
  type GetSavedObjects,
} from './saved_objects_access';

export interface TypesRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
}

export function registerTypesRoute({ router, getSavedObjects }: TypesRouteDeps): void {
  router.get(
    {
      path: API_PATHS.types,
      validate: false,
      doc: { summary: 'Types of saved objects people may manage', answers: { 200: TYPES_RESPONSE } },
      options: { access: 'user' },
    },
    (request, response) =>
      responseErrors(response, async () => {
        const savedObjects = await getSavedObjects();
        const client = savedObjects.getScopedClient(request);
        const visible = savedObjects.getTypes().filter(({ hidden }) => !hidden);
        const types = await Promise.all(
          visible.map(async (type): Promise<ManagedType> => ({
            name: type.name,
            titleField: type.titleField ?? DEFAULT_TITLE_FIELD,
            isExportable: isExportable(type),
            // An empty page costs a count, which the store remembers until the next write.
            total: (await client.find({ type: type.name, perPage: 0 })).total,
          }))
        );
        const body: TypesResponse = { types: types.sort((a, b) => a.name.localeCompare(b.name)) };
        return response.ok({ body });
      })
  );
}
