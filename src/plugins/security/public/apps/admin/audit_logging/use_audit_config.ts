/** Loads the audit configuration for a page. */
import { type Read, useServerQuery, type Version } from '@sd/ui_kit';
import type { AuditConfig } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';

export const AUDIT_KEY = [...SECURITY_KEY, 'audit-config'] as const;

export function useAuditConfig(): Read<Version<AuditConfig>> {
  const { configuration } = useAdmin();
  return useServerQuery(AUDIT_KEY, (signal) => configuration.auditConfig(signal));
}
