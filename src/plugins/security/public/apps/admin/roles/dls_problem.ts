/** Validates a DLS query and locates problems, by the rules of src/backend/model/dls_query.ts. */
import { queryFault, replaceVariables, TEXT_OR_VARIABLE, unknownVariables } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { queryFaultText, unknownVariableText } from './role_fault_texts';

/** Finding in the text of a query. */
export interface DlsFinding {
  readonly text: string;
  /** Position; absent if it concerns the whole text. */
  readonly at?: { readonly offset: number; readonly length: number };
}

export interface DlsCheck {
  /** Type of a valid query: `bool`, `term`. */
  readonly kind?: string;
  /** Error that prevents saving. */
  readonly problem?: DlsFinding;
  /** Warning about a query that can be saved. */
  readonly warning?: DlsFinding;
}

/**
 * Replaces placeholders with text, as the engine does: inside a string as part of it, elsewhere
 * (`[${user.roles}]`) as a value. The length stays the same, so positions remain valid.
 */
const withoutPlaceholders = (query: string): string =>
  replaceVariables(
    query,
    (token) =>
      token.startsWith('"')
        ? replaceVariables(token, ({ length }) => 'x'.repeat(length))
        : `"${'x'.repeat(token.length - 2)}"`,
    TEXT_OR_VARIABLE
  );

/** @returns no findings for blank text, which is not a query */
export function checkDls(dls: string): DlsCheck {
  if (dls.trim() === '') return {};
  const query = withoutPlaceholders(dls);
  if (!isJson(query)) return { problem: jsonProblem(query) };
  const tree = parseNested(query);
  if (!tree) return {};
  const check = checkTree(tree, JSON.parse(query));
  const [variable] = unknownVariables(dls);
  const isClean = !check.problem && !check.warning;
  return isClean && variable !== undefined
    ? { ...check, warning: { text: unknownVariableText(variable) } }
    : check;
}

/** Error of a query; `undefined` for blank and valid text. */
export const dlsProblem = (dls: string): string | undefined => checkDls(dls).problem?.text;

/** The engine's parser decides validity; the tree only provides positions. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `undefined` if the text is nested too deeply. */
function parseNested(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function jsonProblem(text: string): DlsFinding {
  const errors: ParseError[] = [];
  parseNested(text, errors);
  const [first] = errors;
  if (!first)
    return {
      text: t('security.roleForm.dlsNoJson', 'This is not valid JSON.'),
    };
  const before = text.slice(0, first.offset).split('\n');
  return {
    text: t(
      'security.roleForm.dlsNoJsonAt',
      'This is not valid JSON, line {line}, column {column}: {reason}',
      {
        line: before.length,
        column: (before.at(-1) ?? '').length + 1,
        reason: parseReason(first),
      }
    ),
    at: { offset: first.offset, length: first.length },
  };
}

function parseReason({ error }: ParseError): string {
  switch (printParseErrorCode(error)) {
    case 'PropertyNameExpected':
      return t('security.roleForm.jsonName', 'expected a name in double quotes here.');
    case 'ValueExpected':
      return t('security.roleForm.jsonValue', 'expected a value here.');
    case 'ColonExpected':
      return t('security.roleForm.jsonColon', 'expected a colon here.');
    case 'CommaExpected':
      return t('security.roleForm.jsonComma', 'expected a comma here.');
    case 'CloseBraceExpected':
      return t('security.roleForm.jsonBrace', 'expected a closing brace here.');
    case 'CloseBracketExpected':
      return t('security.roleForm.jsonBracket', 'expected a closing bracket here.');
    case 'EndOfFileExpected':
      return t('security.roleForm.jsonEnd', 'the query ends before this.');
    case 'UnexpectedEndOfString':
      return t('security.roleForm.jsonQuote', 'missing closing quotation mark.');
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return t('security.roleForm.jsonComment', 'JSON does not allow comments.');
    default:
      return t('security.roleForm.jsonSymbol', 'unexpected character.');
  }
}

/** Same rule as the engine: a JSON object with exactly one query type that contains an object. */
function checkTree(tree: Node, value: unknown): DlsCheck {
  if (tree.type !== 'object')
    return problem(
      tree,
      t('security.roleForm.dlsNoObject', 'Enter the query as a JSON object in braces.')
    );
  const kinds = new Map((tree.children ?? []).map((one) => [one.children?.[0]?.value, one]));
  const [[kind, property] = [], second] = [...kinds];
  if (typeof kind !== 'string' || !property || second)
    return problem(
      second?.[1] ?? tree,
      t(
        'security.roleForm.dlsKinds',
        'A query has exactly one type at the top level, such as "bool" or "term". This one has {count}.',
        { count: kinds.size }
      )
    );
  const content = property.children?.[1];
  if (content?.type !== 'object')
    return problem(
      content ?? property,
      t('security.roleForm.dlsKindObject', '"{kind}" must contain a JSON object.', { kind })
    );
  const fault = queryFault(value);
  if (!fault) return { kind };
  const node = findNodeAtLocation(tree, [...fault.path]);
  const named = fault.code === 'no_query' ? node : node?.parent?.children?.[0];
  const at = named && { offset: named.offset, length: named.length };
  return { kind, warning: { text: queryFaultText(fault), ...(at && { at }) } };
}

const problem = ({ offset, length }: Node, text: string): DlsCheck => ({
  problem: { text, at: { offset, length } },
});
