/** Loads and saves the audit configuration. */
import { type HttpSetup, send, sendForResponse } from '@sd/core/public';
import { type Read, useServerQuery, type Version } from '@sd/ui_kit';
import {
  type AuditConfig,
  type ChangeResponse,
  READ_AUDIT_CONFIG,
  SAVE_AUDIT_CONFIG,
} from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { toHeaders, addVersion } from '../../../services/entity_client';
import { SECURITY_KEY } from '../../../services/query_keys';

export const AUDIT_KEY = [...SECURITY_KEY, 'audit-config'] as const;

export function useAuditConfig(): Read<Version<AuditConfig>> {
  const { http } = useAdmin().core;
  return useServerQuery(AUDIT_KEY, (signal) => readAuditConfig(http, signal));
}

export async function readAuditConfig(
  http: Pick<HttpSetup, 'get'>,
  signal?: AbortSignal
): Promise<Version<AuditConfig>> {
  const { entity, etag } = addVersion(await sendForResponse(http, READ_AUDIT_CONFIG, { signal }));
  return { entity: entity.config, etag };
}

/** @param etag - saves only this version */
export const saveAuditConfig = (
  http: Pick<HttpSetup, 'post'>,
  body: object,
  etag: string | undefined
): Promise<ChangeResponse> => send(http, SAVE_AUDIT_CONFIG, { body, headers: toHeaders({ etag }) });
