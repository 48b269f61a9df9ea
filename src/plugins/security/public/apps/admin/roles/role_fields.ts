/** Small readings of a role's parts, shared by view and form. Pure. */
import { i18n } from '@sd/core/public';
import type { IndexPermission } from '@sd/contracts';
import { decodeFieldSecurity } from '../../../../common';

/**
 * The query of document-level security: parsed when it is JSON, the text itself when not,
 * `undefined` when blank.
 */
export function readDls(
  dls: string | null | undefined
): { readonly json?: unknown; readonly text?: string } | undefined {
  if (!dls || dls.trim() === '') return undefined;
  try {
    return { json: JSON.parse(dls) as unknown };
  } catch {
    return { text: dls };
  }
}

/**
 * Placeholders become text, as the engine judges queries: inside a string as a part of it,
 * elsewhere (`[${user.roles}]`) as a value.
 */
const withoutPlaceholders = (query: string): string =>
  query.replace(/"(?:[^"\\]|\\.)*"|\$\{[^${}]+\}/gs, (token) =>
    token.startsWith('"') ? token.replace(/\$\{[^${}]+\}/g, 'x') : '"x"'
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of a query that `dlsProblem` finds nothing wrong with: `bool`, `term`. */
export const dlsKind = (dls: string): string =>
  Object.keys(JSON.parse(withoutPlaceholders(dls)) as object)[0] ?? '';

/**
 * What is wrong with the text of a query; `undefined` for blank text and for what the engine takes:
 * a JSON object with exactly one kind of query.
 */
export function dlsProblem(dls: string): string | undefined {
  if (dls.trim() === '') return undefined;
  let query: unknown;
  try {
    query = JSON.parse(withoutPlaceholders(dls));
  } catch (error) {
    return i18n.translate('security.roleForm.dlsNoJson', {
      defaultMessage: 'This is not valid JSON: {reason}',
      values: { reason: (error as Error).message },
    });
  }
  if (!isObject(query))
    return i18n.translate('security.roleForm.dlsNoObject', {
      defaultMessage: 'Write the query as a JSON object, from an opening to a closing brace.',
    });
  const [kind, ...others] = Object.keys(query);
  if (kind === undefined || others.length > 0)
    return i18n.translate('security.roleForm.dlsKinds', {
      defaultMessage:
        'A query has exactly one kind at its top, such as "bool" or "term"; this one has {count}.',
      values: { count: Object.keys(query).length },
    });
  if (isObject(query[kind])) return undefined;
  return i18n.translate('security.roleForm.dlsKindObject', {
    defaultMessage: 'What "{kind}" holds has to be a JSON object.',
    values: { kind },
  });
}

/** "Include: a, b" or "Exclude: a, b"; `undefined` for no restriction. */
export function fieldSecurityText(fls: IndexPermission['fls'] | undefined): string | undefined {
  if (!fls || fls.length === 0) return undefined;
  const { mode, fields } = decodeFieldSecurity(fls);
  const values = { fields: fields.join(', ') };
  return mode === 'include'
    ? i18n.translate('security.fls.include', { defaultMessage: 'Include: {fields}', values })
    : i18n.translate('security.fls.exclude', { defaultMessage: 'Exclude: {fields}', values });
}
