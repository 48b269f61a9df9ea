/** Naming rules of resources and their messages. The engine itself has no such rule. */
import { NAME_LIMITS } from '@sd/contracts';
import { defineMessage } from '@sd/core/common';

/** Suffix of the proposed name of a duplicate. */
const DUPLICATE_SUFFIX = '_copy';

/**
 * Unicode category C (control, format, surrogate, private use, unassigned) and the percent sign.
 */
const INVALID_CHARACTERS = /[\p{C}%]/u;
/** Clients resolve these path segments before sending, encoded or not, so no URL can carry them. */
const PATH_STEPS: ReadonlySet<string> = new Set(['.', '..']);

export type NameProblem = 'names.length' | 'names.characters' | 'names.path_step';

/** Messages by code; `{type}` is the resource type: role, user, tenant, action group. */
export const NAME_MESSAGES = Object.freeze({
  'names.help': defineMessage('security.names.help', {
    defaultMessage:
      'The {type} name must contain from 2 to 50 characters. Valid characters are A-Z, a-z, 0-9, (_)underscore, (-) hyphen and unicode characters.',
  }),
  'names.length': defineMessage('security.names.length', {
    defaultMessage: 'The {type} name must contain from 2 to 50 characters.',
  }),
  'names.characters': defineMessage('security.names.characters', {
    defaultMessage:
      'Invalid characters found in {type} name. Valid characters are A-Z, a-z, 0-9, (_)underscore, (-) hyphen and unicode characters.',
  }),
  'names.path_step': defineMessage('security.names.path_step', {
    defaultMessage: 'The {type} name can\'t be "..".',
  }),
});
export type NameMessageCode = keyof typeof NAME_MESSAGES;

/** Problems of a name in display order; empty if valid. Length counts code points. */
export function validateResourceName(name: string): readonly NameProblem[] {
  const problems: NameProblem[] = [];
  const length = [...name].length;
  if (length < NAME_LIMITS.nameAtLeast || length > NAME_LIMITS.nameAtMost)
    problems.push('names.length');
  if (INVALID_CHARACTERS.test(name)) problems.push('names.characters');
  if (PATH_STEPS.has(name)) problems.push('names.path_step');
  return problems;
}

export function isValidResourceName(name: string): boolean {
  return validateResourceName(name).length === 0;
}

/** English message for a resource type such as `role` or `action group`. */
export function nameMessage(code: NameMessageCode, type: string): string {
  return NAME_MESSAGES[code].defaultMessage.replaceAll('{type}', type);
}

/** Proposed name of a copy. It can be invalid if the source name is long. */
export function duplicateName(name: string): string {
  return `${name}${DUPLICATE_SUFFIX}`;
}
