/** Syntax tree of a KQL filter, and its syntax error. */

import type { FilterLiteral as KqlLiteral } from '../../../../backend/api';

export type { FilterLiteral as KqlLiteral } from '../../../../backend/api';

export type KqlRangeOperator = '<' | '<=' | '>' | '>=';

export type KqlNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly KqlNode[] }
  | { readonly kind: 'not'; readonly node: KqlNode }
  /** Without a field: a standalone value. */
  | { readonly kind: 'is'; readonly field?: KqlLiteral; readonly value: KqlLiteral }
  | {
      readonly kind: 'range';
      readonly field: KqlLiteral;
      readonly operator: KqlRangeOperator;
      readonly value: KqlLiteral;
    }
  /** `node` must match within the same element of a list; names inside are relative to `field`. */
  | { readonly kind: 'nested'; readonly field: KqlLiteral; readonly node: KqlNode };

/** Longer texts are not quoted in messages. */
const MAX_QUOTED_LENGTH = 256;

/** The only error that the parser throws. Its message shows the position of the error. */
export class KqlSyntaxError extends Error {
  constructor(
    problem: string,
    text: string,
    /** Offset in characters from the start of the text. */
    readonly position: number
  ) {
    const location =
      text.length > MAX_QUOTED_LENGTH || text.includes('\n')
        ? ` (at character ${position + 1})`
        : `\n${text}\n${'-'.repeat(position)}^`;
    super(`KQLSyntaxError: ${problem}${location}`);
    this.name = 'KqlSyntaxError';
  }
}

/** Text of a literal, with wildcards as `*`. */
export const toText = ({ pieces }: KqlLiteral): string => pieces.join('*');

export const hasWildcard = ({ pieces }: KqlLiteral): boolean => pieces.length > 1;
