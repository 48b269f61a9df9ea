/**
 * Converts a KQL filter to the store's filter by resolving names to properties of objects. Names
 * are `<type>.attributes.<path>`, `<type>.updated_at`, `<type>.id`, `<type>.type` and
 * `<type>.references.<type, id or name>`, for the types that are searched.
 *
 * Error texts are those of `filter_utils` (Kibana 7.10).
 */
import {
  savedObjectsErrors,
  type StoreFilter,
  type StoreFilterField,
  type StoreFilterTest,
} from '../../../../backend/api';
import { parseDateSpan, parseTimestampSpan } from './date_span';
import {
  hasWildcard,
  type KqlLiteral,
  type KqlNode,
  type KqlRangeOperator,
  KqlSyntaxError,
  toText,
} from './kql_nodes';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import { parseKql } from './kql_parser';

/**
 * Converts a value of a KQL filter to a test of stored values.
 *
 * - Numbers and `true`/`false` match exactly.
 * - Texts match by words, as in search: a quoted value is a phrase; of an unquoted one any word
 *   matches (`index-pattern` is one value of two words); `*` matches any part of a word.
 * - Dates cover a time span: `2024-01` is all of January, `> 2024-01` starts with February.
 */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toEqualsTest(literal: KqlLiteral): StoreFilterTest {
  if (hasWildcard(literal) && literal.pieces.every((piece) => piece === ''))
    return { kind: 'exists' };
  const plain = hasWildcard(literal) ? undefined : toText(literal);
  return {
    kind: 'equals',
    literal: { pieces: literal.pieces, isQuoted: literal.isQuoted },
    ...(plain !== undefined && toExact(plain)),
    ...((plain === 'true' || plain === 'false') && { truth: plain }),
  };
}

/** @throws {SavedObjectsError} 400 for a value that cannot be ordered */
function toRangeTest(operator: KqlRangeOperator, literal: KqlLiteral): StoreFilterTest {
  const exact = toExact(toText(literal));
  if (exact.number === undefined && exact.dates === undefined) {
    throw savedObjectsErrors.invalidFilter(
      `The value '${toText(literal)}' after ${operator} is neither a number nor a date`
    );
  }
  return { kind: 'range', operator, ...exact };
}

function toExact(text: string): Pick<StoreFilterTest & { kind: 'range' }, 'number' | 'dates'> {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  const dates = parseDateSpan(text);
  return { ...(Number.isFinite(number) && { number }), ...(dates && { dates }) };
}

const ROOT_NAMES: readonly string[] = ['updated_at', 'id', 'type'];
const REFERENCE_NAMES: readonly string[] = ['type', 'id', 'name'];

/**
 * @param types - the searched types, at least one
 * @returns `undefined` for a blank filter
 * @throws {SavedObjectsError} 400
 */
export function toStoreFilter(
  text: string,
  types: readonly string[],
  registry: SavedObjectsTypeRegistry
): StoreFilter | undefined {
  const node = parse(text);
  if (!node) return undefined;
  return new Resolver(types, registry).resolve(node);
}

function parse(text: string): KqlNode | undefined {
  try {
    return parseKql(text);
  } catch (error) {
    if (error instanceof KqlSyntaxError) throw savedObjectsErrors.invalidFilter(error.message);
    throw error;
  }
}

type FieldPath = Pick<StoreFilter & { kind: 'field' }, 'type' | 'field'>;

class Resolver {
  constructor(
    private readonly types: readonly string[],
    private readonly registry: SavedObjectsTypeRegistry
  ) {}

  /**
   * @param nestedType - set inside `<type>.references: { ... }`, where names are those of a
   *   reference
   */
  resolve(node: KqlNode, nestedType?: string): StoreFilter {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { kind: node.kind, nodes: node.nodes.map((part) => this.resolve(part, nestedType)) };
      case 'not':
        return { kind: 'not', node: this.resolve(node.node, nestedType) };
      case 'nested':
        return this.resolveNested(node.field, node.node, nestedType);
      case 'is':
      case 'range': {
        const path = this.toFieldPath(node.field, nestedType);
        return { kind: 'field', ...path, test: toTest(node, path.field) };
      }
    }
  }

  private resolveNested(field: KqlLiteral, node: KqlNode, nestedType?: string): StoreFilter {
    const key = toText(field);
    const [type = '', ...rest] = key.split('.');
    if (nestedType === undefined && this.types.includes(type) && rest.join('.') === 'references')
      return { kind: 'reference', type, node: this.resolve(node, type) };
    if (nestedType === undefined && !this.types.includes(type)) throw notAllowed(type);
    throw savedObjectsErrors.invalidFilter(
      `This key '${key}' cannot be asked about with braces, only references can`
    );
  }

  private toFieldPath(name: KqlLiteral | undefined, nestedType: string | undefined): FieldPath {
    if (!name) {
      throw savedObjectsErrors.invalidFilter(
        `The key is empty and needs to be wrapped by a saved object type like ${this.types.join()}`
      );
    }
    const key = toText(name);
    if (nestedType !== undefined) {
      if (!REFERENCE_NAMES.includes(key)) throw this.unknownKey(key);
      return { type: nestedType, field: { reference: key } as StoreFilterField };
    }
    if (!key.includes('.')) {
      throw savedObjectsErrors.invalidFilter(
        `This key '${key}' need to be wrapped by a saved object type like ${this.types.join()}`
      );
    }
    const [type = '', root = '', ...path] = key.split('.');
    if (!this.types.includes(type)) throw notAllowed(type);
    if (hasWildcard(name)) throw this.unknownKey(key);
    return { type, field: this.toField(key, type, root, path) };
  }

  private toField(
    key: string,
    type: string,
    root: string,
    path: readonly string[]
  ): StoreFilterField {
    if (path.length === 0) {
      if (ROOT_NAMES.includes(root)) return { root } as StoreFilterField;
      throw this.registry.hasAttribute(type, root) ? notOfTheForm(key) : this.unknownKey(key);
    }
    if (root === 'references' && path.length === 1 && REFERENCE_NAMES.includes(path[0] as string))
      return { reference: path[0] } as StoreFilterField;
    if (root !== 'attributes') throw notOfTheForm(key);
    const isMeaningful =
      path.length <= SAVED_OBJECTS_LIMITS.filterPathLength && path.every((name) => name !== '');
    if (!isMeaningful || !this.registry.mayHaveAttribute(type, path)) throw this.unknownKey(key);
    return { attribute: path };
  }

  private unknownKey(key: string): Error {
    return savedObjectsErrors.invalidFilter(
      `This key '${key}' does NOT exist in ${this.types.join()} saved object index patterns`
    );
  }
}

const notAllowed = (type: string): Error =>
  savedObjectsErrors.invalidFilter(`This type ${type} is not allowed`);

const notOfTheForm = (key: string): Error =>
  savedObjectsErrors.invalidFilter(
    `This key '${key}' does NOT match the filter proposition SavedObjectType.attributes.key`
  );

function toTest(
  node: Extract<KqlNode, { kind: 'is' | 'range' }>,
  field: StoreFilterField
): StoreFilterTest {
  if ('root' in field && field.root === 'updated_at') return toDateTest(node);
  if (node.kind === 'is') {
    if (!('attribute' in field)) assertIdPattern(node.value);
    return toEqualsTest(node.value);
  }
  if ('attribute' in field) return toRangeTest(node.operator, node.value);
  throw savedObjectsErrors.invalidFilter(
    `Only attributes and updated_at can be compared by ${node.operator}`
  );
}

/** Limits patterns for ids and similar values, which are compared object by object. */
function assertIdPattern({ pieces }: KqlLiteral): void {
  const { idPatternLength, idPatternWildcards } = SAVED_OBJECTS_LIMITS;
  if (pieces.length === 1) return;
  if (
    pieces.length - 1 > idPatternWildcards ||
    toText({ pieces, isQuoted: false }).length > idPatternLength
  ) {
    throw savedObjectsErrors.invalidFilter(
      `A pattern for ids must not have more than ${idPatternWildcards} wildcards and ${idPatternLength} characters`
    );
  }
}

function toDateTest(node: Extract<KqlNode, { kind: 'is' | 'range' }>): StoreFilterTest {
  if (node.kind === 'is' && toEqualsTest(node.value).kind === 'exists') return { kind: 'exists' };
  const dates = hasWildcard(node.value) ? undefined : parseTimestampSpan(toText(node.value));
  if (!dates)
    throw savedObjectsErrors.invalidFilter(`The value '${toText(node.value)}' is not a date`);
  if (node.kind === 'range') return { kind: 'range', operator: node.operator, dates };
  return { kind: 'equals', literal: node.value, dates };
}
