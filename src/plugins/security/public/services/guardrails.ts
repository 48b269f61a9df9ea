/** Guardrails, which the server keeps as one document. */
import type { Guardrails, GuardrailPromise } from '@sd/contracts';
import { codeOf, errorText, type HttpSetup, send, sendForResponse, t } from '@sd/core/public';
import { type FormDataSource, type Read, type Version, useServerQuery } from '@sd/ui_kit';
import { PAGE_ERRORS, READ_GUARDRAILS, REPLACE_GUARDRAILS } from '../../common';
import { useAdmin } from './admin_context';
import { versioned } from './entity_client';
import { SECURITY_KEY } from './query_keys';

const GUARDRAILS_KEY = [...SECURITY_KEY, 'guardrails'] as const;

type Http = Pick<HttpSetup, 'get' | 'put'>;

export function useGuardrails(): Read<Version<Guardrails>> {
  const { http } = useAdmin().core;
  return useServerQuery(GUARDRAILS_KEY, (signal) => read(http, signal), { isFresh: true });
}

const read = async (
  http: Pick<HttpSetup, 'get'>,
  signal?: AbortSignal
): Promise<Version<Guardrails>> =>
  versioned(await sendForResponse(http, READ_GUARDRAILS, { signal }));

const replace = (http: Http, body: Guardrails, etag: string | undefined): Promise<unknown> =>
  send(http, REPLACE_GUARDRAILS, {
    body,
    ...(etag !== undefined && { headers: { 'if-match': etag } }),
  });

/** @throws the HTTP service's fetch error */
export async function removeGuardrail(http: Http, name: string): Promise<void> {
  const { entity, etag } = await read(http);
  const { [name]: _removed, ...others } = entity;
  await replace(http, others, etag);
}

class NameTakenError extends Error {}

export const guardrailStore = (http: Http): FormDataSource<GuardrailPromise> => ({
  key: GUARDRAILS_KEY,
  read: async (name, signal) => {
    const { entity, etag } = await read(http, signal);
    const found = Object.hasOwn(entity, name) ? entity[name] : undefined;
    return found && { entity: found, etag };
  },
  save: async (name, promise, condition) => {
    const { entity, etag } = await read(http);
    const isNew = 'create' in condition;
    if (isNew && Object.hasOwn(entity, name)) throw new NameTakenError();
    const all = { ...entity, [name]: promise as GuardrailPromise };
    // The version of the document that the form has seen.
    await replace(http, all, isNew ? etag : condition.etag);
  },
  classify: (error) => {
    if (error instanceof NameTakenError)
      return {
        kind: 'field',
        field: 'name',
        message: t('security.guardrails.nameTaken', 'A guardrail with this name already exists.'),
      };
    if (codeOf(error) === PAGE_ERRORS.staleGuardrails.code) return { kind: 'conflict' };
    return { kind: 'other', message: errorText(error) };
  },
});
