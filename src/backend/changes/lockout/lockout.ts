/**
 * The lockout check: a change that would remove the last administrator, or the caller's own API
 * access, needs confirmation. It runs on the configuration after the change, inside the transaction
 * where there is one, so that two concurrent changes cannot each remove one administrator.
 */
import {
  type Change,
  type DocumentChange,
  documentChanges,
  type EntityChange,
  entityChanges,
} from '../../api/change';
import type {
  EngineCaller,
  EngineRequest,
  EngineResponse,
  Identity,
  Principal,
} from '../../api/engine';
import {
  enabledDomains,
  takesPasswords,
  verificationDependsOn,
} from '../../model/authentication_domains';
import { ENGINE_ERRORS, englishText } from '../../../contracts/errors';
import type { InternalUser, RoleMapping } from '../../../contracts/entities';
import type { EngineSettings } from '../../api/settings';
import { badRequest, conflict } from '../../model/responses';
import { Administrators, type AdministratorSettings } from './administrators';
import { allowListState } from './allow_list';
import type { ConfigurationView } from './configuration_view';

type Json = Readonly<Record<string, unknown>>;

interface LostLoginMethods {
  /** Whether internal users can no longer log in with their passwords. */
  readonly ofPasswords: boolean;
  /** Whether the caller's own login becomes invalid. */
  readonly own: boolean;
}

/** @param change - of the security configuration */
export function lostLoginMethods(
  { before, after }: Partial<Pick<DocumentChange, 'before' | 'after'>>,
  principal: Principal | undefined
): LostLoginMethods {
  const ofPasswords = takesPasswords(before) && !takesPasswords(after);
  const { provided } = principal ?? {};
  if (!provided) return { ofPasswords, own: ofPasswords && principal !== undefined };
  const restsOn = (document: Json | undefined) => {
    const domain = enabledDomains(document).find(({ name }) => name === provided.domain);
    return domain && verificationDependsOn(document, domain);
  };
  return { ofPasswords, own: restsOn(after) !== restsOn(before) };
}

export const CONFIRM_LOCKOUT = 'confirm_lockout';
/** Tells callers of the API how to confirm. */
export const HOW_TO = `To make it anyway, repeat the request with the query parameter ${CONFIRM_LOCKOUT}=true.`;
/** Maximum number of named users. */
const MAX_NAMED = 10;

/** The users who lose access: `lockout` in a 409 response. */
interface LockoutDetails {
  /** Whether the caller loses access. */
  readonly own: boolean;
  /** Whether no administrator would remain. */
  readonly last: boolean;
  /** User names, the caller's first; at most ten. */
  readonly users: readonly string[];
  /** Whether more users lose access. */
  readonly more: boolean;
}

/** A change request and its caller. */
interface ChangingCall {
  readonly request: Pick<EngineRequest, 'query'>;
  readonly caller: EngineCaller;
  readonly identity: Pick<
    Identity,
    'userName' | 'hasApiAccess' | 'isInternalUser' | 'backendRoles'
  >;
}

type LockoutSettings = AdministratorSettings & Pick<EngineSettings, 'isRestAdminEnabled'>;

export class LockoutGuard {
  private readonly administrators: Administrators;

  /**
   * @param view - the configuration after the change
   * @param hostNamesOf - address and host names of a caller, for mappings with hosts
   */
  constructor(
    private readonly view: ConfigurationView,
    private readonly settings: LockoutSettings,
    private readonly hostNamesOf: (remoteAddress: string | undefined) => readonly string[]
  ) {
    this.administrators = new Administrators(view, settings);
  }

  /** The same check of another configuration, for a dry run. */
  over(view: ConfigurationView): LockoutGuard {
    return new LockoutGuard(view, this.settings, this.hostNamesOf);
  }

  /** @returns the error response for changes that the view includes, or `undefined` */
  denial(call: ChangingCall, changes: readonly Change[]): EngineResponse | undefined {
    const lost = lostBy(call, changes);
    const final = lost && finalError(call, lost);
    if (final || isConfirmed(call)) return final;
    return (
      this.administratorError(call, changes) ??
      (lost && passwordRequest(lost)) ??
      this.allowListError(changes)
    );
  }

  /**
   * Rejects changes of the allow list, or of existing entities, after which no administrator could
   * switch the list off.
   */
  private allowListError(changes: readonly Change[]): EngineResponse | undefined {
    const isList = changes.some(({ type }) => type === 'allowlist');
    const isEntity = entityChanges(changes).some(
      ({ before, type }) => before !== undefined && type !== 'tenants'
    );
    if (!isList && !isEntity) return undefined;
    const state = allowListState(this.view, this.administrators, this.settings);
    // After a list was closed with confirmation, later changes must not require confirmation again.
    if (state !== 'left' && !(state === 'closed' && isList)) return undefined;
    return locksOut(
      'The allow list is on, and after this change no administrator could turn it off: no user would have REST administration (restapi:admin/allowlist) of it.',
      { own: false, last: true, users: [], more: false }
    );
  }

  private administratorError(
    call: ChangingCall,
    changes: readonly Change[]
  ): EngineResponse | undefined {
    const relevant = entityChanges(changes).filter((change) =>
      mayTakeAccess(change, this.settings)
    );
    if (relevant.length === 0) return undefined;
    const own = this.takesOwn(call);
    const last = !this.administrators.exist();
    if (!own && !last) return undefined;
    const problem = own
      ? 'This change would take away your own access to the security API.'
      : 'After this change no user with a password could administer security any more: none would have a role that gives access to the API.';
    const names = own ? [call.identity.userName] : [];
    return locksOut(problem, { own, last, ...this.accessLoss(names, relevant) });
  }

  private takesOwn({ caller, identity }: ChangingCall): boolean {
    if (caller.kind !== 'user' || !identity.hasApiAccess) return false;
    const { userName, isInternalUser } = identity;
    // External users keep the backend roles that their directory reports.
    const own = isInternalUser ? this.view.read('internalusers', userName) : outsider(identity);
    const names = this.hostNamesOf(caller.remoteAddress);
    return (
      !own ||
      (isInternalUser && !this.administrators.canLogin(userName)) ||
      !this.administrators.includes(userName, own, names)
    );
  }

  /** @param names - names that lose access regardless of the changes */
  private accessLoss(
    names: readonly string[],
    changes: readonly EntityChange[]
  ): Pick<LockoutDetails, 'users' | 'more'> {
    const all = new Set(names);
    for (const change of changes) for (const name of this.accessLossBy(change)) all.add(name);
    return { users: [...all].slice(0, MAX_NAMED), more: all.size > MAX_NAMED };
  }

  private accessLossBy({ type, name, before }: EntityChange): readonly string[] {
    if (type === 'rolesmapping')
      return this.administrators.formerMembers(before as RoleMapping, MAX_NAMED + 2);
    return this.administrators.includes(name, before as InternalUser) ? [name] : [];
  }
}

/** The login methods that a change of the authentication domains ends. */
function lostBy(
  { caller }: ChangingCall,
  changes: readonly Change[]
): LostLoginMethods | undefined {
  const change = documentChanges(changes).find(({ type }) => type === 'config');
  const principal = caller.kind === 'user' ? caller.principal : undefined;
  return change && lostLoginMethods(change, principal);
}

/**
 * Rejects a change that would end the caller's own login method, because only an offline reset
 * could revert it. The server itself and certificate callers do not depend on a domain.
 */
function finalError(
  { caller }: ChangingCall,
  { ofPasswords, own }: LostLoginMethods
): EngineResponse | undefined {
  if (caller.kind !== 'user' || !own) return undefined;
  return badRequest(englishText(ofPasswords ? ENGINE_ERRORS.noWayIn : ENGINE_ERRORS.ownWayIn));
}

const passwordRequest = ({ ofPasswords }: LostLoginMethods): EngineResponse | undefined =>
  ofPasswords
    ? locksOut(
        'After this change no one could log in with a password: no enabled authentication domain accepts passwords of internal users.',
        { own: false, last: true, users: [], more: true }
      )
    : undefined;

/**
 * Whether a change can remove access at all, judged by the change alone. Most changes skip the
 * check this way.
 */
export function mayTakeAccess(
  { type, name, before, after, isCredentialChanged = false }: EntityChange,
  { apiRoles }: Pick<LockoutSettings, 'apiRoles'>
): boolean {
  if (before === undefined) return false;
  if (type === 'rolesmapping') {
    return (
      apiRoles.includes(name) &&
      losesEntries(before as RoleMapping, after as RoleMapping | undefined)
    );
  }
  return (
    type === 'internalusers' &&
    (isCredentialChanged ||
      losesRoles(before as InternalUser, after as InternalUser | undefined) ||
      losesLogin(before as InternalUser, after as InternalUser | undefined))
  );
}

/** @returns the 409 response, which confirmation avoids */
export const locksOut = (problem: string, lockout: LockoutDetails): EngineResponse =>
  conflict(`${problem} ${HOW_TO}`, { lockout });

export const isConfirmed = ({ request }: Pick<ChangingCall, 'request'>): boolean => {
  const sent = request.query?.[CONFIRM_LOCKOUT];
  const value = typeof sent === 'string' || sent === undefined ? sent : sent[0];
  return value === '' || value === 'true';
};

const outsider = ({ backendRoles }: ChangingCall['identity']): InternalUser => ({
  hash: '',
  reserved: false,
  hidden: false,
  static: false,
  description: '',
  backend_roles: [...backendRoles],
  attributes: {},
  opendistro_security_roles: [],
});

const losesRoles = (before: InternalUser, after: InternalUser | undefined): boolean =>
  !after ||
  loses(before.backend_roles, after.backend_roles) ||
  loses(before.opendistro_security_roles, after.opendistro_security_roles);

/** Attributes decide whether a user can log in (`enabled`) and is a person (`service`). */
const losesLogin = (before: InternalUser, after: InternalUser | undefined): boolean =>
  ['enabled', 'service'].some((key) => before.attributes[key] !== after?.attributes[key]);

/** Additional conditions in `and_backend_roles` remove access as well. */
const losesEntries = (before: RoleMapping, after: RoleMapping | undefined): boolean =>
  !after ||
  loses(before.users, after.users) ||
  loses(before.backend_roles, after.backend_roles) ||
  loses(before.hosts, after.hosts) ||
  JSON.stringify(before.and_backend_roles) !== JSON.stringify(after.and_backend_roles);

function loses(before: readonly string[], after: readonly string[]): boolean {
  const remaining = new Set(after);
  return before.some((entry) => !remaining.has(entry));
}
