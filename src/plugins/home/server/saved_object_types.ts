/**
 * The kinds of saved objects that come with the product. Attributes as the ecosystem's exports
 * carry them; those not named here are kept as they are.
 */
import { Type } from '@sinclair/typebox';
import type { SavedObjectsType } from '@sd/core/server';

const Text = Type.Optional(Type.String());
const SearchSource = Type.Optional(Type.Object({ searchSourceJSON: Text }));

const titled = { title: Type.String({ minLength: 1 }), description: Text };

export const savedObjectTypes: readonly SavedObjectsType[] = [
  {
    name: 'index-pattern',
    attributes: Type.Object({
      title: Type.String({ minLength: 1 }),
      timeFieldName: Text,
      fields: Text,
      fieldFormatMap: Text,
    }),
    management: { icon: 'indexPatternApp', importableAndExportable: true },
  },
  {
    name: 'search',
    attributes: Type.Object({
      ...titled,
      columns: Type.Optional(Type.Array(Type.String())),
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'discoverApp', importableAndExportable: true },
  },
  {
    name: 'visualization',
    attributes: Type.Object({
      ...titled,
      visState: Text,
      uiStateJSON: Text,
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'visualizeApp', importableAndExportable: true },
  },
  {
    name: 'dashboard',
    attributes: Type.Object({
      ...titled,
      panelsJSON: Text,
      optionsJSON: Text,
      timeRestore: Type.Optional(Type.Boolean()),
      kibanaSavedObjectMeta: SearchSource,
    }),
    management: { icon: 'dashboardApp', importableAndExportable: true },
  },
];
