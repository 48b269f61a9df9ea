/** Loads the security configuration with its version, and whether it can be changed here. */
import { getErrorCode, errorText, send, t } from '@sd/core/public';
import { type Read, type SaveError, useServerQuery, type Version } from '@sd/ui_kit';
import { PAGE_ERRORS, READ_LOGIN_RIGHTS, type SecurityConfig } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { DECLINED_CODE } from '../../../services/lockout_confirmation';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useMayOpen } from '../../../services/rights';
import { DOMAIN_PAGES } from '../paths';
import { fieldOfProblem } from './domain_form_state';

export const CONFIG_KEY = [...SECURITY_KEY, 'config'] as const;

export function useSecurityConfig(isFresh = false): Read<Version<SecurityConfig>> {
  const { domains } = useAdmin();
  return useServerQuery(CONFIG_KEY, (signal) => domains.config(signal), { isFresh });
}

/** `undefined` until it is known. */
export function useMayChange(): boolean | undefined {
  const { http } = useAdmin().core;
  const isTestable = useFeature('loginTrial');
  const isOpen = useMayOpen()(DOMAIN_PAGES.create);
  const isAvailable = isTestable && isOpen;
  const { data, error } = useServerQuery(
    [...CONFIG_KEY, 'rights', String(isAvailable)],
    async (signal) => isAvailable && (await send(http, READ_LOGIN_RIGHTS, { signal })).allowed
  );
  return error === undefined ? data : false;
}

/** Converts a rejected change to a form error. */
export function checkChange(error: unknown): SaveError {
  const code = getErrorCode(error);
  if (code === DECLINED_CODE) return { kind: 'declined' };
  if (code === PAGE_ERRORS.staleSecurityConfig.code) return { kind: 'conflict' };
  const message = errorText(error);
  const field = code === PAGE_ERRORS.unusableDomain.code && fieldOfProblem(problemParam(error));
  return field ? { kind: 'field', field, message } : { kind: 'other', message };
}

const problemParam = (error: unknown): string => {
  const { body } = error as {
    readonly body?: { readonly attributes?: { readonly params?: { readonly problem?: unknown } } };
  };
  return String(body?.attributes?.params?.problem ?? '');
};

export const authCrumb = (): string => t('security.auth.crumb', 'Authentication');
