/** Syntax of masked fields, the only semantic check on roles. */
import { getHashes } from 'node:crypto';

const FORM =
  "A field masking expression must have the form 'field_name', 'field_name::algorithm', " +
  "'field_name::regex::replacement' or 'field_name::(regex::replacement)+'";

/** The field or field pattern of a mask expression. */
export const maskedName = (expression: string): string => expression.split('::', 1)[0] ?? '';

const knownDigests = new Set([...getHashes().map(fold), 'md2', 'blake2blegacydefault']);

/** @returns the problem, or `undefined` if the expression is valid */
export function maskedFieldProblem(expression: string): string | undefined {
  const parts = expression.split('::');
  if (parts.length === 1) return undefined;
  if (parts.length === 2)
    return knownDigests.has(fold(parts[1] ?? '')) ? undefined : `Invalid algorithm ${parts[1]}`;
  if (parts.length % 2 === 0) return FORM;
  for (let index = 1; index < parts.length; index += 2) {
    const problem = regexProblem(parts[index] as string);
    if (problem) return problem;
  }
  return undefined;
}

function regexProblem(source: string): string | undefined {
  if (source.length < 2 || !source.startsWith('/') || !source.endsWith('/')) {
    return 'A regular expression needs to be wrapped in /.../';
  }
  try {
    new RegExp(source.slice(1, -1), 's');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
