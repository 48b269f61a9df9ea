/** Second factors of the current user, and the changes that the current password permits. */
import type { FactorEnrollment, FactorKind, OwnFactors } from '@sd/contracts';
import { errorText, type HttpSetup, statusOf, t } from '@sd/core/public';
import { useEffect, useMemo, useState } from 'react';
import { factorsClient } from '../../../services/factors_client';
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
  const client = useMemo(() => factorsClient(http), [http]);
  const [own, setOwn] = useState<OwnFactors>();
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [enrollment, setEnrollment] = useState<FactorEnrollment>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);
  useEffect(() => {
    client
      .own()
      .then(setOwn, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  }, [client]);

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
  const read = async () => setOwn(await client.own());
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await read();
    });
  const sendProof = async (proof: Proof, id: string) => {
    const factorName = name.trim() || defaultName(proof.passkey === undefined ? 'totp' : 'passkey');
    const added = await client
      .confirm({ id, name: factorName, ...proof })
      .catch((error: unknown) => {
        // An enrollment can be confirmed only once.
        if (statusOf(error) !== undefined) setEnrollment(undefined);
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
        const offer = await client.begin(kind, password);
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
    rename: (id) => change(() => client.rename(id, name.trim(), password)),
    remove: (id) => change(() => client.remove(id, password)),
    renewCodes: () =>
      change(async () => setCodes((await client.renewRecoveryCodes(password)).recoveryCodes)),
    hideCodes: () => setCodes([]),
  };
}

const isFromServer = (error: unknown): boolean =>
  statusOf(error) !== undefined || (error as { readonly request?: unknown }).request !== undefined;

const defaultName = (kind: FactorKind): string =>
  kind === 'totp'
    ? t('security.factors.totpName', 'Authenticator app')
    : t('security.factors.passkeyName', 'Passkey');
