/** Where saved objects open: an address template for each type (`saved_objects.open_with`). */

/** By type: an address with the placeholders `{id}`, `{type}` and `{tenant}`. */
export type OpenWith = Readonly<Record<string, string>>;

/**
 * The address of an object in another application, with the tenant as links of OpenSearch
 * Dashboards name it (`global`, `private` or its name).
 * @param tenant - wire name; `undefined` without tenants, which leaves the placeholder empty
 * @returns `undefined` if no address is configured for its type
 */
export function openAddress(
  openWith: OpenWith,
  { type, id }: { readonly type: string; readonly id: string },
  tenant: string | undefined
): string | undefined {
  if (!Object.hasOwn(openWith, type)) return undefined;
  const values = { id, type, tenant: tenant === undefined ? '' : toLinkName(tenant) };
  return openWith[type]?.replace(/{(id|type|tenant)}/g, (_all, name: keyof typeof values) =>
    encodeURIComponent(values[name])
  );
}

function toLinkName(tenant: string): string {
  if (tenant === '') return 'global';
  return tenant === '__user__' ? 'private' : tenant;
}
