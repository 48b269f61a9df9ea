/**
 * The password rule that the engine reports. Screens show it and never refuse a password by it: a
 * cluster reports a default rule without enforcing it, and the patterns are Java's. The engine
 * decides; its refusal appears at the field.
 */
import { i18n } from '@sd/core/public';
import { DEFAULT_PASSWORD_REGEX } from '@sd/contracts';
import { useEffect, useState } from 'react';
import { type DashboardsInfo, PASSWORD_INSTRUCTION } from '../../common';
import { logFailure } from '../services/log_failure';
import type { SecurityClient } from '../services/security_client';

export interface PasswordRule {
  readonly instruction: string;
  /** The rule of specification section 5, whose parts can be checked one by one. */
  readonly isDefault: boolean;
  /** `undefined` where the browser cannot read the pattern. */
  readonly pattern: RegExp | undefined;
}

/** @param info - clusters before 2.7 report no rule */
export function passwordRuleOf({
  password_validation_regex: regex = DEFAULT_PASSWORD_REGEX,
  password_validation_error_message: message = PASSWORD_INSTRUCTION.defaultMessage,
}: Partial<DashboardsInfo>): PasswordRule {
  const isDefault = regex === DEFAULT_PASSWORD_REGEX;
  return {
    instruction: instructionOf(regex, message, isDefault),
    isDefault,
    pattern: compiled(regex),
  };
}

function instructionOf(regex: string, message: string, isDefault: boolean): string {
  if (message !== PASSWORD_INSTRUCTION.defaultMessage) return message;
  if (isDefault) return i18n.translateMessage(PASSWORD_INSTRUCTION);
  // The default message does not describe a pattern of the operator's own.
  return i18n.translate('security.password.pattern', {
    defaultMessage: 'The password must match this pattern: {pattern}',
    values: { pattern: regex },
  });
}

function compiled(regex: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${regex})$`);
  } catch {
    return undefined;
  }
}

/** The default rule until the response arrives, and where it fails, which is logged. */
export function usePasswordRule(client: Pick<SecurityClient, 'dashboardsInfo'>): PasswordRule {
  const [info, setInfo] = useState<Partial<DashboardsInfo>>({});
  useEffect(() => {
    client.dashboardsInfo().then(setInfo, (error: unknown) => {
      logFailure('The password rule could not be loaded.', error);
    });
  }, [client]);
  return passwordRuleOf(info);
}
