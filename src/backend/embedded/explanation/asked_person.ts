/** Whom a question is about, who may ask that, and what he is shown. */
import type { UserDirectory } from '../authentication/user_directory';
import {
  simulatedFrom,
  type AccessService,
  type SimulatedSubject,
} from '../../access/evaluation/access_service';
import type { IdentityService, KnownCaller } from '../authentication/identity_service';
import type { InternalUser } from '../../../contracts/entities';
import type { ApiAccess } from '../rest/call/api_access';
import type { EndpointName } from '../rest/call/call';
import { badRequest, forbidden, notFound, unauthorized } from '../rest/answers/responses';
import type { EngineCaller, EngineResponse } from '../../contract/engine';
import type { ViewerRights } from '../../access/explanation/explanation';
import type { ReadChanges } from '../../access/explanation/proposed_changes';
import type { AccessQuestion, SubjectQuestion } from '../../../contracts/api';

/** What an explanation shows; all of it must be readable. */
const ENDPOINTS: readonly EndpointName[] = [
  'ROLES',
  'ROLESMAPPING',
  'ACTIONGROUPS',
  'INTERNALUSERS',
];
const SELF_ONLY =
  'Access of other users, of subjects and of unsaved changes is explained only to users who may read roles, ' +
  'role mappings, action groups and internal users.';

/** Somebody found or described. */
export interface Person {
  readonly simulated: SimulatedSubject;
  readonly exists: boolean;
}

export type Asked =
  { readonly refusal: EngineResponse } | { readonly person: Person; readonly rights: ViewerRights };

export interface AskedPersonsDeps {
  readonly users: UserDirectory;
  readonly identities: IdentityService;
  readonly access: AccessService;
  readonly api: ApiAccess;
}

export class AskedPersons {
  constructor(private readonly deps: AskedPersonsDeps) {}

  find(
    caller: EngineCaller,
    question: Pick<AccessQuestion, 'user' | 'subject' | 'changes'>,
    changes?: ReadChanges
  ): Asked {
    const known = this.deps.identities.identify(caller);
    if (!known) return { refusal: unauthorized() };
    const rights = this.rightsOf(caller, known);
    const { userName } = known.identity;
    const isSelf = question.user === undefined || question.user === userName;
    if (!rights.isAdmin && (!isSelf || question.subject || question.changes)) {
      return { refusal: forbidden(SELF_ONLY) };
    }
    if (question.user !== undefined && question.subject) {
      return { refusal: badRequest('Ask about either a user or a subject, not both.') };
    }
    if (question.subject) {
      return { person: { simulated: describedBy(question.subject), exists: false }, rights };
    }
    return isSelf
      ? { person: this.self(caller, known), rights }
      : this.other(question.user as string, rights, changes);
  }

  private rightsOf(caller: EngineCaller, { identity }: KnownCaller): ViewerRights {
    if (caller.kind === 'internal') return { isAdmin: true, showsHidden: true };
    const { api } = this.deps;
    return {
      isAdmin: ENDPOINTS.every((endpoint) => api.refusal(identity, endpoint, 'GET') === undefined),
      showsHidden: ENDPOINTS.every((endpoint) => api.isSuperAdmin(identity, endpoint)),
    };
  }

  private other(name: string, rights: ViewerRights, changes: ReadChanges | undefined): Asked {
    const record = this.deps.users.find(name);
    const isVisible = record && (!record.user.hidden || rights.showsHidden);
    if (isVisible)
      return { person: { simulated: simulatedFrom(record, undefined), exists: true }, rights };
    if (!record && changes?.internalusers.get(name)) {
      return { person: { simulated: { name }, exists: false }, rights };
    }
    return { refusal: notFound(`user '${name}' not found.`) };
  }

  /** As he is signed in, address and all. */
  private self(caller: EngineCaller, { identity, subject }: KnownCaller): Person {
    const { users, access } = this.deps;
    const record = identity.isInternalUser ? users.find(identity.userName) : undefined;
    const host = caller.kind === 'internal' ? undefined : caller.remoteAddress;
    const place = host === undefined ? {} : { host, hostNames: access.hostNamesOf(host) };
    const { userName: name, backendRoles } = subject;
    const known = record ? simulatedFrom(record, host) : { name, backendRoles };
    return { simulated: { ...known, ...place }, exists: true };
  }
}

export function changedPerson(
  person: Person,
  subject: SubjectQuestion | undefined,
  { internalusers }: ReadChanges
): Person | undefined {
  const { name, host } = person.simulated;
  if (subject || !internalusers.has(name)) return person;
  const user = internalusers.get(name);
  return (
    user && {
      simulated: simulatedFrom({ name, user, attributes: attributesOf(user) }, host),
      exists: true,
    }
  );
}

const attributesOf = ({ attributes }: InternalUser): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([key, value]) => [`attr.internal.${key}`, value]));

export const describedBy = ({
  name,
  backend_roles: backendRoles = [],
  security_roles: securityRoles = [],
  attributes = {},
  host,
}: SubjectQuestion): SimulatedSubject => ({
  name,
  backendRoles,
  securityRoles,
  attributes,
  ...(host !== undefined && { host }),
});
