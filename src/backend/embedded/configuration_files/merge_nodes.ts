/** Changes parsed YAML to new values, and keeps the nodes of what stays. */
import { isEqual } from 'lodash';
import { isMap, isNode, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { isJsonObject } from '../../model/entity_shape';

type Json = Readonly<Record<string, unknown>>;

/** Changes what differs and keeps the position of everything else, including comments. */
export function mergeInto(
  document: { createNode(value: unknown): unknown },
  map: YAMLMap,
  old: Json,
  value: Json
): void {
  for (const key of Object.keys(old)) {
    if (!Object.hasOwn(value, key) && !isDefault(old[key])) map.delete(key);
  }
  for (const [key, newValue] of Object.entries(value)) {
    if (isEqual(old[key], newValue)) continue;
    const node: unknown = map.get(key, true);
    const before = old[key];
    if (isMap(node) && isJsonObject(before) && isJsonObject(newValue))
      mergeInto(document, node, before, newValue);
    else if (isSeq(node) && Array.isArray(before) && Array.isArray(newValue))
      mergeList(document, node, before, newValue);
    else map.set(key, document.createNode(newValue));
  }
}

/**
 * Keeps the nodes of elements that stay, with their comments. Lists of names may be long, so those
 * are found by name; only objects are compared one by one.
 */
function mergeList(
  document: { createNode(value: unknown): unknown },
  list: YAMLSeq,
  old: readonly unknown[],
  values: readonly unknown[]
): void {
  const named = new Map<unknown, unknown[]>();
  const objects: Array<{ readonly element: unknown; readonly node: unknown }> = [];
  for (const [index, node] of list.items.entries()) {
    const element = old[index];
    if (!isNode(node)) continue;
    const same = named.get(element);
    if (typeof element === 'object') objects.push({ element, node });
    else if (same) same.push(node);
    else named.set(element, [node]);
  }
  list.items = values.map((value) => {
    if (typeof value !== 'object') return named.get(value)?.pop() ?? document.createNode(value);
    const at = objects.findIndex(({ element }) => isEqual(element, value));
    return at < 0 ? document.createNode(value) : objects.splice(at, 1)[0]?.node;
  });
}

const isDefault = (value: unknown): boolean =>
  value === false ||
  value === null ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);
