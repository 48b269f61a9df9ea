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

/** "Include: a, b" or "Exclude: a, b"; `undefined` for no restriction. */
export function fieldSecurityText(fls: IndexPermission['fls'] | undefined): string | undefined {
  if (!fls || fls.length === 0) return undefined;
  const { mode, fields } = decodeFieldSecurity(fls);
  const values = { fields: fields.join(', ') };
  return mode === 'include'
    ? i18n.translate('security.fls.include', { defaultMessage: 'Include: {fields}', values })
    : i18n.translate('security.fls.exclude', { defaultMessage: 'Exclude: {fields}', values });
}
