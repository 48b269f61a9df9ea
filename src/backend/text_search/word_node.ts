/** Converts a search expression to words of the full-text index. */
import { SAVED_OBJECTS_LIMITS } from '../../contracts/limits';
import type { SearchNode } from '../api/saved_objects';
import { tokenize } from './tokens';

export type WordNode =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: 'not'; readonly node: WordNode }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly WordNode[] };

/** Words beyond `searchWords`, and text without words, are ignored. */
export function toWordNode(search: SearchNode): WordNode {
  let wordCount = 0;

  function convert(node: SearchNode): WordNode | undefined {
    switch (node.kind) {
      case 'text': {
        const words = tokenize(node.text);
        wordCount += words.length;
        if (words.length === 0 || wordCount > SAVED_OBJECTS_LIMITS.searchWords) return undefined;
        return { kind: 'words', words, isPrefix: node.isPrefix };
      }
      case 'not': {
        const inner = convert(node.node);
        return inner && { kind: 'not', node: inner };
      }
      case 'and':
      case 'or':
        return join(
          node.kind,
          node.nodes.map(convert).filter((part) => part !== undefined)
        );
      default:
        return node;
    }
  }

  return convert(search) ?? { kind: 'none' };
}

function join(kind: 'and' | 'or', nodes: readonly WordNode[]): WordNode | undefined {
  if (nodes.length === 0) return undefined;
  // Exclusions alone match all other objects.
  if (nodes.every((node) => node.kind === 'not'))
    return { kind: 'and', nodes: [{ kind: 'all' }, ...nodes] };
  return nodes.length === 1 ? nodes[0] : { kind, nodes };
}
