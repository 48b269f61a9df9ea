/**
 * Converts problems of a form between this kit's format (a flat record) and that of the library
 * (nested objects by path segment).
 */
import { type FieldErrors, type FieldValues, get, set } from 'react-hook-form';
import type { FormProblems } from './form_types';

/** Source of a problem: the form's validation, or the server. */
export type ProblemSource = 'validate' | 'server';

export function toFieldErrors<S extends FieldValues>(problems: FormProblems): FieldErrors<S> {
  const errors = {};
  for (const [field, message] of Object.entries(problems))
    set(errors, field, { type: 'validate' satisfies ProblemSource, message });
  return errors;
}

/** @param source - only problems from this source; default: all */
export function toProblems(errors: object, source?: ProblemSource, prefix = ''): FormProblems {
  const found = Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const path = `${prefix}${key}`;
    const message: unknown = get(value, 'message');
    if (typeof message !== 'string') return Object.entries(toProblems(value, source, `${path}.`));
    return source === undefined || get(value, 'type') === source ? [[path, message] as const] : [];
  });
  return Object.fromEntries(found);
}
