/** Second factors of the current user, and the changes that the current password permits. */
import type { FactorEnrollment, FactorKind, OwnFactors } from '@sd/contracts';
import { errorText, type HttpSetup, send, getErrorStatus, t } from '@sd/core/public';
import { useEffect, useState } from 'react';
import {
  BEGIN_FACTOR,
  CONFIRM_FACTOR,
  READ_OWN_FACTORS,
  REMOVE_FACTOR,
  RENAME_FACTOR,
  RENEW_RECOVERY_CODES,
} from '../../../../common';
import { createPasskey, passkeyFailure } from '../../../services/passkeys';

export interface FactorChanges {
  /** `undefined` until they are read. */
  readonly own: OwnFactors | undefined;
  /** An authenticator app that is to be confirmed by a code. */
  readonly enrollment: FactorEnrollment | undefined;
  /** Recovery codes that are shown once; empty if there are none to show. */
  readonly codes: readonly string[];
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly password: string;
  /** For a factor that is added or renamed. */
  readonly name: string;
  readonly setPassword: (password: string) => void;
  readonly setName: (name: string) => void;
  readonly add: (kind: FactorKind) => void;
  /** Completes the enrollment. */
  readonly confirm: (code: string) => void;
  readonly cancel: () => void;
  /** Gives a factor the entered name. */
  readonly rename: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly renewCodes: () => void;
  /** The codes were saved elsewhere. */
  readonly hideCodes: () => void;
}

interface Proof {
  readonly code?: string;
  readonly passkey?: string;
}

export function useOwnFactors(http: HttpSetup): FactorChanges {
  const [own, setOwn] = useState<OwnFactors>();
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [enrollment, setEnrollment] = useState<FactorEnrollment>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);
  useEffect(() => {
    send(http, READ_OWN_FACTORS)
      .then(setOwn, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  }, [http]);

  /** Runs one action at a time; its error is shown above the content. */
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) =>
      // Not a server error: the browser or the user canceled.
      setProblem(isFromServer(error) ? errorText(error) : passkeyFailure())
    );
    setIsBusy(false);
  };
  const read = async () => setOwn(await send(http, READ_OWN_FACTORS));
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await read();
    });
  const sendProof = async (proof: Proof, id: string) => {
    const factorName = name.trim() || defaultName(proof.passkey === undefined ? 'totp' : 'passkey');
    const body = { id, name: factorName, ...proof };
    const added = await send(http, CONFIRM_FACTOR, { body }).catch((error: unknown) => {
      // An enrollment can be confirmed only once.
      if (getErrorStatus(error) !== undefined) setEnrollment(undefined);
      throw error;
    });
    setEnrollment(undefined);
    setName('');
    setCodes(added.recoveryCodes);
    await read();
  };

  return {
    own,
    enrollment,
    codes,
    problem,
    isBusy,
    password,
    name,
    setPassword,
    setName,
    add: (kind) =>
      void run(async () => {
        const body = { kind, current_password: password };
        const offer = await send(http, BEGIN_FACTOR, { body });
        if (!offer.passkey) return setEnrollment(offer);
        await sendProof({ passkey: await createPasskey(offer.passkey) }, offer.id);
      }),
    confirm: (code) => {
      if (enrollment) void run(() => sendProof({ code }, enrollment.id));
    },
    cancel: () => {
      setEnrollment(undefined);
      setProblem(undefined);
    },
    rename: (id) => {
      const body = { id, name: name.trim(), current_password: password };
      change(() => send(http, RENAME_FACTOR, { body }));
    },
    remove: (id) =>
      change(() => send(http, REMOVE_FACTOR, { body: { id, current_password: password } })),
    renewCodes: () =>
      change(async () => {
        const body = { current_password: password };
        setCodes((await send(http, RENEW_RECOVERY_CODES, { body })).recoveryCodes);
      }),
    hideCodes: () => setCodes([]),
  };
}

const isFromServer = (error: unknown): boolean =>
  getErrorStatus(error) !== undefined ||
  (error as { readonly request?: unknown }).request !== undefined;

const defaultName = (kind: FactorKind): string =>
  kind === 'totp'
    ? t('security.factors.totpName', 'Authenticator app')
    : t('security.factors.passkeyName', 'Passkey');
