/** Iterates over all saved objects, tenant by tenant, for migration. */
import type { StoredObject, TenantKey } from '../../api/saved_objects';
import type { Database } from '../sqlite';
import { OBJECT_COLUMNS, toStoredObject, type ObjectRow } from './schema/rows';

/** Objects read per query. */
const STEP = 20;

/** Tenants that ever had objects. */
export const listTenants = (database: Database): readonly TenantKey[] =>
  database
    .all<{
      partition: string;
    }>('SELECT DISTINCT partition FROM scopes ORDER BY partition')
    .map(({ partition }) => partition);

/** Ordered by type and id; may include objects written during the iteration. */
export function* getObjects(database: Database, tenant: TenantKey): Iterable<StoredObject> {
  for (let after = { type: '', id: '' }; ;) {
    const rows = database.all<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects o
       WHERE o.partition = ? AND (o.type, o.id) > (?, ?) ORDER BY o.type, o.id LIMIT ?`,
      tenant,
      after.type,
      after.id,
      STEP
    );
    yield* rows.map(toStoredObject);
    if (rows.length < STEP) return;
    after = rows.at(-1) as ObjectRow;
  }
}
