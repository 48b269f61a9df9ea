/** Management of second factors: owners manage their own; administrators view and reset them. */
import { isEqual } from 'lodash';
import { isFullAdministrator } from '../../../../contracts/api';
import type {
  DisabledEndpoints,
  FactorAdded,
  FactorEnrollment,
  FactorKind,
  FactorRequirement,
  FactorRequirementBody,
  FactorsOfUsers,
  FactorState,
  RecoveryCodes,
} from '../../../../contracts/api';
import { ENGINE_ERRORS, englishText, SERVER_ERRORS } from '../../../../contracts/errors';
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import type {
  EngineCaller,
  EngineFactors,
  EngineResponse,
  EngineResult,
  FactorVerification,
  RelyingParty,
  RequestCaller,
} from '../../../api/engine';
import type { SecondFactorSettings } from '../../../api/settings';
import { badRequest, forbid, message, notFound } from '../../../model/responses';
import type { ConfigurationWriter } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { Identity } from '../../../api/caller';
import type { KnownCaller } from '../identity_service';
import type { UserDirectory } from '../user_directory';
import {
  beginEnrollment,
  completeEnrollment,
  type EnrollmentDeps,
  type EnrollmentSecrets,
} from './enrollment';
import type { FactorPolicy } from './factor_policy';
import { describe } from './factor_verification';
import type { StoredFactor } from './factor_store';
import { newRecoveryCodes } from './one_time_codes';
import { PendingSteps } from './pending_steps';
import { readRequiredRoles, writeRequiredRoles } from './required_roles';

export interface FactorServiceDeps extends EnrollmentDeps {
  readonly users: UserDirectory;
  readonly policy: FactorPolicy;
  readonly settings: SecondFactorSettings;
  readonly entities: EntityStore;
  readonly writer: ConfigurationWriter;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly identify: (caller: RequestCaller) => Promise<KnownCaller | undefined>;
  /** Returns the error for a caller who may not read or change this user, or `undefined`. */
  readonly accessError: (
    caller: EngineCaller,
    purpose: 'read' | 'change',
    userName?: string
  ) => Promise<EngineResponse | undefined>;
  /** Methods of the management API that are closed to a caller, by endpoint. */
  readonly disabledEndpoints: (identity: Identity) => DisabledEndpoints;
  readonly audit: (
    by: { readonly userName?: string; readonly remoteAddress?: string },
    what: string
  ) => void;
}

interface PendingEnrollment {
  readonly userName: string;
  readonly secrets: EnrollmentSecrets;
}

const refuse = (response: EngineResponse) => ({ ok: false, response }) as const;
const NOT_INTERNAL = englishText(ENGINE_ERRORS.factorsOfOthers);
const IN_USER_ONLY = forbid(englishText(ENGINE_ERRORS.inPersonOnly));
const NOT_VERIFIED = englishText(ENGINE_ERRORS.factorNotProven);
const TOO_MANY = `A user can't have more than ${FACTOR_LIMITS.ofUser} factors. Remove one you no longer use.`;
const REQUIRED = englishText(ENGINE_ERRORS.factorRequired);
const NO_SITE = englishText(ENGINE_ERRORS.passkeysWithoutSite);
const NO_SUCH = 'There is no such factor.';
const ANYONE = '*';
const NO_FACTOR = 'Recovery codes come with the first factor: add one.';

export class FactorService implements EngineFactors {
  private readonly pendingEnrollments: PendingSteps<PendingEnrollment>;

  constructor(private readonly deps: FactorServiceDeps) {
    this.pendingEnrollments = new PendingSteps(FACTOR_LIMITS.enrolMs, deps.monotonicNow);
  }

  async state(caller: RequestCaller, userName?: string): Promise<EngineResult<FactorState>> {
    if (userName === undefined) {
      const own = await this.owner(caller);
      return typeof own === 'string' ? this.getState(own) : refuse(own);
    }
    const error = await this.deps.accessError(caller, 'read', userName);
    return error ? refuse(error) : this.getState(userName);
  }

  async ofUsers(
    caller: EngineCaller,
    names: readonly string[]
  ): Promise<EngineResult<FactorsOfUsers>> {
    const error = await this.deps.accessError(caller, 'read');
    if (error) return refuse(error);
    if (names.length > FACTOR_LIMITS.usersOfList)
      return refuse(badRequest(`Ask for at most ${FACTOR_LIMITS.usersOfList} users at a time.`));
    const users = names.flatMap((name) => {
      const record = this.deps.users.find(name);
      if (!record || record.user.hidden || !(record.hasFactor || record.mustChangePassword))
        return [];
      const kinds = [...new Set(this.deps.store.of(name).map(({ kind }) => kind))];
      return [{ name, kinds, mustChangePassword: record.mustChangePassword }];
    });
    return { ok: true, result: { users } };
  }

  async begin(
    caller: RequestCaller,
    kind: FactorKind,
    site: RelyingParty | undefined
  ): Promise<EngineResult<FactorEnrollment>> {
    const userName = await this.owner(caller, true);
    if (typeof userName !== 'string') return refuse(userName);
    if (kind === 'passkey' && !site) return refuse(badRequest(NO_SITE));
    if (this.deps.store.of(userName).length >= FACTOR_LIMITS.ofUser)
      return refuse(badRequest(TOO_MANY));
    const { totp, passkey, ...secrets } = await beginEnrollment(this.deps, userName, [kind], site);
    const id = this.pendingEnrollments.put({ userName, secrets });
    return { ok: true, result: { id, ...(totp && { totp }), ...(passkey && { passkey }) } };
  }

  async confirm(
    caller: RequestCaller,
    proof: FactorVerification
  ): Promise<EngineResult<FactorAdded>> {
    const userName = await this.owner(caller, true);
    if (typeof userName !== 'string') return refuse(userName);
    const enrollment = this.pendingEnrollments.take(proof.id);
    const added =
      enrollment?.userName === userName
        ? await completeEnrollment(this.deps, userName, enrollment.secrets, proof)
        : undefined;
    if (!added) return refuse(badRequest(NOT_VERIFIED));
    this.audit(caller, `enrolled: ${added.what}`);
    const state = this.getState(userName);
    if (!state.ok) return state;
    const recoveryCodes = [...added.recoveryCodes];
    return { ok: true, result: { state: state.result, recoveryCodes } };
  }

  async rename(
    caller: RequestCaller,
    id: string,
    name: string
  ): Promise<EngineResult<FactorState>> {
    const userName = await this.owner(caller, true);
    if (typeof userName !== 'string') return refuse(userName);
    const newName = name.trim().slice(0, FACTOR_LIMITS.nameLength);
    if (newName === '') return refuse(badRequest('Enter a name for the factor.'));
    if (!(await this.deps.store.rename(userName, id, newName))) return refuse(notFound(NO_SUCH));
    return this.getState(userName);
  }

  async remove(caller: RequestCaller, id: string): Promise<EngineResult<FactorState>> {
    const { store, policy } = this.deps;
    const userName = await this.owner(caller, true);
    if (typeof userName !== 'string') return refuse(userName);
    const factors = store.of(userName);
    const target = factors.find((factor) => factor.id === id);
    if (!target) return refuse(notFound(NO_SUCH));
    if (factors.length === 1 && policy.isRequired(userName)) return refuse(badRequest(REQUIRED));
    await store.remove(userName, id);
    this.audit(caller, `removed: ${describe(target)}`);
    return this.getState(userName);
  }

  async renewRecoveryCodes(caller: RequestCaller): Promise<EngineResult<RecoveryCodes>> {
    const { store } = this.deps;
    const userName = await this.owner(caller, true);
    if (typeof userName !== 'string') return refuse(userName);
    if (store.of(userName).length === 0) return refuse(badRequest(NO_FACTOR));
    const recoveryCodes = newRecoveryCodes();
    await store.putCodes(userName, recoveryCodes);
    this.audit(caller, 'recovery codes were renewed');
    return { ok: true, result: { recoveryCodes: [...recoveryCodes] } };
  }

  async reset(caller: RequestCaller, userName: string): Promise<EngineResult<FactorState>> {
    const known = await this.deps.identify(caller);
    const error =
      known?.identity.isDelegated && known.identity.userName === userName
        ? IN_USER_ONLY
        : await this.deps.accessError(caller, 'change', userName);
    if (error) return refuse(error);
    await this.deps.store.reset(userName);
    this.audit(caller, `reset: all factors of "${userName}"`);
    return this.getState(userName);
  }

  async requirement(caller: EngineCaller): Promise<EngineResult<FactorRequirement>> {
    const error = await this.deps.accessError(caller, 'read');
    return error ? refuse(error) : { ok: true, result: this.requirementNow() };
  }

  async require(
    caller: RequestCaller,
    { roles, before }: FactorRequirementBody
  ): Promise<EngineResult<FactorRequirement>> {
    const identity = (await this.deps.identify(caller))?.identity;
    const error = identity?.isDelegated
      ? IN_USER_ONLY
      : ((await this.deps.accessError(caller, 'change')) ??
        (!identity || isFullAdministrator(this.deps.disabledEndpoints(identity))
          ? undefined
          : forbid(englishText(SERVER_ERRORS.fullAdministratorsOnly))));
    if (error) return refuse(error);
    const problem = await this.deps.writer.write((store) => {
      if (!isEqual(readRequiredRoles(store), before))
        return message(409, englishText(ENGINE_ERRORS.requirementChanged));
      const unknown = roles.find(
        (role) => role !== ANYONE && !before.includes(role) && !store.has('roles', role)
      );
      if (unknown !== undefined)
        return badRequest(englishText(ENGINE_ERRORS.requiredRoleUnknown, { name: unknown }));
      writeRequiredRoles(store, roles);
      return undefined;
    });
    if (problem) return refuse(problem);
    const joinNames = (list: readonly string[]) =>
      list.length === 0 ? 'no role' : list.join(', ');
    this.audit(caller, `required for: ${joinNames(roles)}; before: ${joinNames(before)}`);
    return { ok: true, result: this.requirementNow() };
  }

  private requirementNow(): FactorRequirement {
    const { entities, settings } = this.deps;
    const { requiredRoles, requiredFromMs } = settings;
    const roles = readRequiredRoles(entities);
    const missing = [...new Set([...roles, ...requiredRoles])].filter(
      (role) => role !== ANYONE && !entities.has('roles', role)
    );
    return {
      roles: [...roles],
      configured: [...requiredRoles],
      ...(missing.length > 0 && { missing }),
      ...(requiredFromMs > 0 && { startsAt: new Date(requiredFromMs).toISOString() }),
    };
  }

  /**
   * The caller, if it is an internal user. Changes require a session of that user, not a delegated
   * credential.
   */
  private async owner(caller: RequestCaller, isChange = false): Promise<string | EngineResponse> {
    const known = await this.deps.identify(caller);
    if (!known?.identity.isInternalUser || caller.kind !== 'user') return badRequest(NOT_INTERNAL);
    if (isChange && known.identity.isDelegated) return IN_USER_ONLY;
    return known.identity.userName;
  }

  private getState(userName: string): EngineResult<FactorState> {
    const record = this.deps.users.find(userName);
    if (!record) return refuse(notFound(`user '${userName}' not found.`));
    const result: FactorState = {
      factors: this.deps.store.of(userName).map(toFactor),
      recoveryCodesLeft: this.deps.store.codesLeft(userName),
      isRequired: this.deps.policy.isRequired(userName),
      mustChangePassword: record.mustChangePassword,
    };
    return { ok: true, result };
  }

  private audit(caller: RequestCaller, what: string): void {
    const { remoteAddress } = caller;
    const userName =
      caller.kind === 'user'
        ? caller.principal.userName
        : caller.kind === 'certificate'
          ? caller.tls.peer[0].subject
          : undefined;
    this.deps.audit({ userName, remoteAddress }, what);
  }
}

const toFactor = ({ id, kind, name, createdAtMs, lastUsedAtMs }: StoredFactor) => ({
  id,
  kind,
  name,
  createdAt: new Date(createdAtMs).toISOString(),
  lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
});
