/** An engine with users and roles for explanation tests. */
import { API, clientOf, INTERNAL, startEngine, type Client } from '../../testing/embedded';
import type { EngineCaller, ExplainRequest } from '../../api/engine';
import type { EmbeddedEngine } from '../../embedded';

export const PASSWORD = 'Jane-doe-secret-7';
export const SEARCH = 'indices:data/read/search';

export let engine: EmbeddedEngine;
export let call: Client;

export const put = async (what: string, body: unknown) => {
  const { statusCode, body: response } = await engine.request(INTERNAL, {
    method: 'PUT',
    path: `${API}/${what}`,
    body,
  });
  if (statusCode >= 300) throw new Error(`PUT ${what}: ${statusCode} ${JSON.stringify(response)}`);
};
export const explain = async (
  request: ExplainRequest,
  caller: EngineCaller = INTERNAL
): Promise<any> => {
  const response = await engine.explain!(caller, request);
  return response.ok ? response.result : response.response;
};

/** Registers setup and teardown of the engine. */
export function prepareEngine(): void {
  beforeAll(async () => {
    ({ engine } = await startEngine());
    call = clientOf(engine, INTERNAL);
    await put('tenants/hr', { description: '' });
    await put('actiongroups/look', { allowed_actions: ['read'] });
    await put('roles/logs_reader', {
      cluster_permissions: ['cluster_monitor'],
      index_permissions: [
        { index_patterns: ['metrics-*'], allowed_actions: ['indices:data/read/get'] },
        {
          index_patterns: ['logs-*'],
          allowed_actions: ['look'],
          dls: '{"term":{"owner":"${user.name}"}}',
          fls: ['~secret'],
          masked_fields: ['ip'],
        },
      ],
    });
    await put('roles/narrow', {
      index_permissions: [{ index_patterns: ['hr-payroll'], allowed_actions: [SEARCH] }],
    });
    await put('roles/wide', {
      index_permissions: [{ index_patterns: ['hr-pay*'], allowed_actions: ['*'] }],
    });
    await put('roles/dept', {
      index_permissions: [
        { index_patterns: ['${attr.internal.dept}-x'], allowed_actions: ['read'] },
      ],
    });
    await put('internalusers/jdoe', {
      password: PASSWORD,
      backend_roles: ['devs', 'lead_a'],
      opendistro_security_roles: ['dept'],
    });
    await put('rolesmapping/logs_reader', {
      users: ['jd*'],
      backend_roles: ['dev?'],
      and_backend_roles: ['devs', 'lead*'],
      hosts: ['10.*'],
    });
    await put('roles/tenant_reader', {
      tenant_permissions: [{ tenant_patterns: ['hr'], allowed_actions: ['kibana_all_read'] }],
    });
    await put('internalusers/empty', { password: PASSWORD });
    await put('internalusers/tina', {
      password: PASSWORD,
      opendistro_security_roles: ['tenant_reader'],
    });
  });
}
