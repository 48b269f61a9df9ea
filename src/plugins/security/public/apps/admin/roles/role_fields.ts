/** Formats parts of a role for the view and the form. */
import { t } from '@sd/core/public';
import type { IndexPermission } from '@sd/contracts';
import { decodeFieldSecurity } from '../../../../common';

/** DLS query: parsed if it is JSON, otherwise the text; `undefined` if blank. */
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

/** "Include: a, b" or "Exclude: a, b"; `undefined` without a restriction. */
export function fieldSecurityText(fls: IndexPermission['fls'] | undefined): string | undefined {
  if (!fls || fls.length === 0) return undefined;
  const { mode, fields } = decodeFieldSecurity(fls);
  const values = { fields: fields.join(', ') };
  return mode === 'include'
    ? t('security.fls.include', 'Visible fields: {fields}', values)
    : t('security.fls.exclude', 'Hidden fields: {fields}', values);
}
