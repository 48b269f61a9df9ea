/** What a KQL filter is made of, and how it fails to be one. */

import type { FilterLiteral as KqlLiteral } from '../../../../backend/api';

export type { FilterLiteral as KqlLiteral } from '../../../../backend/api';

export type KqlRangeOperator = '<' | '<=' | '>' | '>=';

export type KqlNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly KqlNode[] }
  | { readonly kind: 'not'; readonly node: KqlNode }
  /** Without a field: a value that stands alone. */
  | { readonly kind: 'is'; readonly field?: KqlLiteral; readonly value: KqlLiteral }
  | {
      readonly kind: 'range';
      readonly field: KqlLiteral;
      readonly operator: KqlRangeOperator;
      readonly value: KqlLiteral;
    }
  /** All of `node` about the same element of a list; names inside are relative to `field`. */
  | { readonly kind: 'nested'; readonly field: KqlLiteral; readonly node: KqlNode };

/** Longer texts are not repeated in messages. */
const MAX_SHOWN_LENGTH = 256;

/** The only error the parser throws; its message shows where the text stops making sense. */
export class KqlSyntaxError extends Error {
  constructor(
    problem: string,
    text: string,
    /** Characters from the start of the text. */
    readonly position: number
  ) {
    const place =
      text.length > MAX_SHOWN_LENGTH || text.includes('\n')
        ? ` (at character ${position + 1})`
        : `\n${text}\n${'-'.repeat(position)}^`;
    super(`KQLSyntaxError: ${problem}${place}`);
    this.name = 'KqlSyntaxError';
  }
}

/** The text of a literal, wildcards as `*`. */
export const textOf = ({ pieces }: KqlLiteral): string => pieces.join('*');

export const hasWildcard = ({ pieces }: KqlLiteral): boolean => pieces.length > 1;
