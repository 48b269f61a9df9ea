/** Guardrails, which the server keeps as one document. */
import {
  type AffectedUsers,
  type BrokenGuardrails,
  ENTRY_ERRORS,
  type GuardrailPromise,
  type Guardrails,
} from '@sd/contracts';
import {
  getErrorCode,
  type CoreStart,
  errorText,
  type HttpSetup,
  i18n,
  send,
  sendForResponse,
  t,
} from '@sd/core/public';
import { type FormDataSource, type Read, type Version, useServerQuery } from '@sd/ui_kit';
import { uniq } from 'lodash';
import type { AdminParts } from '@sd/plugins/security/public';
import { CHECK_GUARDRAILS, READ_GUARDRAILS, REPLACE_GUARDRAILS } from '../../common';
import { useParts } from '../parts';

const toKey = ({ SECURITY_KEY }: AdminParts) => [...SECURITY_KEY, 'guardrails'] as const;

type Http = Pick<HttpSetup, 'get' | 'put'>;

export function useGuardrails(): Read<Version<Guardrails>> {
  const parts = useParts();
  const { http } = parts.useAdmin().core;
  return useServerQuery(toKey(parts), (signal) => read(http, signal), { isFresh: true });
}

const read = async (
  http: Pick<HttpSetup, 'get'>,
  signal?: AbortSignal
): Promise<Version<Guardrails>> => {
  const { body, response } = await sendForResponse(http, READ_GUARDRAILS, { signal });
  return { entity: body ?? {}, etag: response?.headers.get('etag') ?? undefined };
};

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

/** Which of these the present configuration breaks. @param guardrails - `undefined` for no check */
export function useBrokenGuardrails(guardrails: Guardrails | undefined): Read<BrokenGuardrails> {
  const { SECURITY_KEY, useAdmin } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery(
    [...SECURITY_KEY, 'brokenGuardrails', JSON.stringify(guardrails ?? {})],
    (signal) => send(http, CHECK_GUARDRAILS, { body: guardrails ?? {}, signal }),
    { isFresh: true, isOff: guardrails === undefined }
  );
}

/** "10 others can today: ann, joe and 8 more." */
export function breachText(
  rule: GuardrailPromise['rule'],
  { total, users }: AffectedUsers
): string {
  // A user and a backend role can have the same name.
  const shown = uniq(users.map(({ name }) => name)).slice(0, NAMES_SHOWN);
  const more = total - users.filter(({ name }) => shown.includes(name)).length;
  const names =
    more === 0
      ? i18n.formatList(shown)
      : t('findings.more', '{names} and {more, number} more', {
          names: shown.join(', '),
          more,
        });
  const values = { total, names };
  switch (rule) {
    case 'only':
      return t(
        'findings.guardrails.othersCan',
        '{total, plural, one {# other can} other {# others can}} today: {names}.',
        values
      );
    case 'never':
      return t(
        'findings.guardrails.theyCan',
        '{total, plural, one {# of them can} other {# of them can}} today: {names}.',
        values
      );
    case 'always':
      return t(
        'findings.guardrails.theyCannot',
        "{total, plural, one {# of them can''t} other {# of them can''t}} today: {names}.",
        values
      );
  }
}

const NAMES_SHOWN = 5;

/**
 * Asks before a guardrail is saved that is broken today. Where that cannot be checked, the findings
 * tell later.
 * @throws {NotConfirmedError}
 */
async function confirmBroken(
  { http, overlays }: SavingCore,
  name: string,
  promise: GuardrailPromise
): Promise<void> {
  const { broken = {} } = await send(http, CHECK_GUARDRAILS, { body: { [name]: promise } }).catch(
    () => ({}) as Partial<BrokenGuardrails>
  );
  const affected = broken[name];
  if (!affected) return;
  const text = t(
    'findings.guardrails.brokenText',
    "{breach} Saving doesn't change anyone's access: the guardrail is shown as broken until you correct it.",
    { breach: breachText(promise.rule, affected) }
  );
  const isConfirmed = await overlays.openConfirm(text, {
    title: t('findings.guardrails.brokenTitle', "This guardrail doesn't hold today. Save it?"),
    confirmButtonText: t('findings.guardrails.saveBroken', 'Save anyway'),
    defaultFocusedButton: 'cancel',
  });
  if (!isConfirmed) throw new NotConfirmedError();
}

type SavingCore = Pick<CoreStart, 'http' | 'overlays'>;

class NameTakenError extends Error {}
class NotConfirmedError extends Error {}

/** Where the form reads and saves a guardrail. */
export function useGuardrailStore(): FormDataSource<GuardrailPromise> {
  const parts = useParts();
  return guardrailStore(parts.useAdmin().core, toKey(parts));
}

const guardrailStore = (
  core: SavingCore,
  key: readonly unknown[]
): FormDataSource<GuardrailPromise> => ({
  key,
  read: async (name, signal) => {
    const { entity, etag } = await read(core.http, signal);
    const found = Object.hasOwn(entity, name) ? entity[name] : undefined;
    return found && { entity: found, etag };
  },
  save: async (name, promise, condition) => {
    const { entity, etag } = await read(core.http);
    const isNew = 'create' in condition;
    if (isNew && Object.hasOwn(entity, name)) throw new NameTakenError();
    await confirmBroken(core, name, promise as GuardrailPromise);
    const all = { ...entity, [name]: promise as GuardrailPromise };
    // The version of the document that the form has seen.
    await replace(core.http, all, isNew ? etag : condition.etag);
  },
  classify: (error) => {
    if (error instanceof NotConfirmedError) return { kind: 'declined' };
    if (error instanceof NameTakenError)
      return {
        kind: 'field',
        field: 'name',
        message: t('findings.guardrails.nameTaken', 'A guardrail with this name already exists.'),
      };
    if (getErrorCode(error) === ENTRY_ERRORS.staleGuardrails.code) return { kind: 'conflict' };
    return { kind: 'other', message: errorText(error) };
  },
});
