/** Form values of audit logging, converted from and to the configuration. */
import { AUDIT_KINDS, isOfKind } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { FormProblems } from '@sd/ui_kit';
import type { AuditConfig } from '../../../../common';

/** Same as the configuration, with watched fields as editable JSON text. */
export interface AuditForm {
  readonly audit: Readonly<Record<string, unknown>>;
  readonly compliance: Readonly<Record<string, unknown>>;
}

const WATCHED = 'read_watched_fields';

export const auditToForm = ({ audit, compliance }: AuditConfig): AuditForm => ({
  audit: { ...audit },
  compliance: { ...compliance, [WATCHED]: watchedText(compliance.read_watched_fields) },
});

const watchedText = (fields: AuditConfig['compliance']['read_watched_fields']): string =>
  JSON.stringify(fields ?? {}, null, 2);

/** @param original - its fields that the form does not know are kept */
export function formToAudit(form: AuditForm, original: AuditConfig | undefined): object {
  const watched = watchedFields(String(form.compliance[WATCHED] ?? ''));
  return {
    ...original,
    audit: { ...original?.audit, ...form.audit },
    compliance: {
      ...original?.compliance,
      ...form.compliance,
      [WATCHED]: watched ?? original?.compliance.read_watched_fields ?? {},
    },
  };
}

/** Text of the specification, section 5. */
export function auditProblems({ compliance }: AuditForm): FormProblems {
  if (watchedFields(String(compliance[WATCHED] ?? '')) !== undefined) return {};
  return {
    [`compliance.${WATCHED}`]: t(
      'security.audit.invalidContent',
      'Invalid content. Please check sample data content.'
    ),
  };
}

/** @returns `undefined` unless the text is a map of index patterns to lists of field patterns */
function watchedFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return isOfKind(AUDIT_KINDS.compliance[WATCHED], value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
