/**
 * How capabilities combine (docs/reference/core.md#capabilities). Pure; inputs are never changed.
 */
import type { Capabilities } from '../../common';

type Node = boolean | { readonly [key: string]: Node };

/** @throws {Error} when two providers disagree on a value or its type */
export function mergeCapabilities(left: Capabilities, right: Partial<Capabilities>): Capabilities {
  return mergeNodes(left as Node, right as Node) as unknown as Capabilities;
}

function mergeNodes(left: Node, right: Node): Node {
  if (typeof left !== typeof right)
    throw new Error(`conflict trying to merge ${kindOf(left)} with ${kindOf(right)}`);
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    if (left !== right) throw new Error('conflict trying to merge booleans with different values');
    return left;
  }
  const merged = new Map<string, Node>(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const existing = merged.get(key);
    merged.set(key, existing === undefined ? value : mergeNodes(existing, value));
  }
  return Object.fromEntries(merged);
}

const kindOf = (node: Node): string => typeof node;

/**
 * Existing values may change to others of the same type; everything else in `changes` is ignored.
 */
export function applyChanges(current: Capabilities, changes: Partial<Capabilities>): Capabilities {
  return applyNode(current as Node, changes as Node) as unknown as Capabilities;
}

function applyNode(current: Node, change: Node | undefined): Node {
  if (typeof current === 'boolean') return typeof change === 'boolean' ? change : current;
  if (typeof change !== 'object' || change === null) return current;
  return Object.fromEntries(
    Object.entries(current).map(([key, value]) => [
      key,
      Object.hasOwn(change, key) ? applyNode(value, change[key]) : value,
    ])
  );
}
