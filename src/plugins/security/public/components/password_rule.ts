/**
 * Password rule reported by the engine. Screens display it but never reject a password: a cluster
 * may report a default rule without enforcing it. The engine decides.
 */
import { i18n, t } from '@sd/core/public';
import { DEFAULT_PASSWORD_REGEX } from '@sd/contracts';
import { useEffect, useState } from 'react';
import { type DashboardsInfo, PASSWORD_INSTRUCTION } from '../../common';
import { logFailure } from '../services/log_failure';
import type { SecurityClient } from '../services/security_client';

export interface PasswordRule {
  readonly instruction: string;
  /** The rule of specification section 5, whose parts can be checked individually. */
  readonly isDefault: boolean;
  /** `undefined` if the browser cannot parse the pattern. */
  readonly pattern: RegExp | undefined;
}

/** @param info - clusters before 2.7 report no rule */
export function toPasswordRule({
  password_validation_regex: regex = DEFAULT_PASSWORD_REGEX,
  password_validation_error_message: message = PASSWORD_INSTRUCTION.defaultMessage,
}: Partial<DashboardsInfo>): PasswordRule {
  const isDefault = regex === DEFAULT_PASSWORD_REGEX;
  return {
    instruction: ruleInstruction(regex, message, isDefault),
    isDefault,
    pattern: compile(regex),
  };
}

function ruleInstruction(regex: string, message: string, isDefault: boolean): string {
  if (message !== PASSWORD_INSTRUCTION.defaultMessage) return message;
  if (isDefault) return i18n.translateMessage(PASSWORD_INSTRUCTION);
  // The default message does not describe a custom pattern.
  return t('security.password.pattern', 'The password must match this pattern: {pattern}', {
    pattern: regex,
  });
}

function compile(regex: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${regex})$`);
  } catch {
    return undefined;
  }
}

/** Returns the default rule until the response arrives, and also if it fails, which is logged. */
export function usePasswordRule(client: Pick<SecurityClient, 'dashboardsInfo'>): PasswordRule {
  const [info, setInfo] = useState<Partial<DashboardsInfo>>({});
  useEffect(() => {
    client.dashboardsInfo().then(setInfo, (error: unknown) => {
      logFailure('The password rule could not be loaded.', error);
    });
  }, [client]);
  return toPasswordRule(info);
}
