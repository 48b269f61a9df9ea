/** Whom a question is about, who may ask that, and what he is shown. */
import type { InternalUser } from '../../../contracts/entities';
import type { AccessQuestion, SubjectQuestion } from '../../../contracts/api';
import {
  simulatedFrom,
  type AccessService,
  type SimulatedSubject,
} from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import type { UserSource } from '../user_source';
import type { ViewerRights } from './explanation';
import type { ReadChanges } from './proposed_changes';
import { refused, type ExplainRefusal } from './refusal';

/** Who asks, as his backend knows him and lets him ask. */
export interface Viewer {
  readonly subject: Pick<Subject, 'userName' | 'backendRoles'> &
    Partial<Pick<Subject, 'attributes'>>;
  readonly isInternalUser: boolean;
  readonly remoteAddress?: string;
  readonly rights: ViewerRights;
}

/** Somebody found or described. */
export interface Person {
  readonly simulated: SimulatedSubject;
  readonly exists: boolean;
}

export type Asked =
  | { readonly ok: false; readonly refusal: ExplainRefusal }
  | { readonly ok: true; readonly person: Person; readonly rights: ViewerRights };

export interface AskedPersonsDeps {
  readonly users: UserSource;
  readonly access: AccessService;
}

export class AskedPersons {
  constructor(private readonly deps: AskedPersonsDeps) {}

  /** @param viewer - `undefined`: nobody that is known */
  find(
    viewer: Viewer | undefined,
    question: Pick<AccessQuestion, 'user' | 'subject' | 'changes'>,
    changes?: ReadChanges
  ): Asked {
    if (!viewer) return refused({ code: 'unknown_viewer' });
    const { rights, subject } = viewer;
    const isSelf = question.user === undefined || question.user === subject.userName;
    if (!rights.isAdmin && (!isSelf || question.subject || question.changes))
      return refused({ code: 'self_only' });
    if (question.user !== undefined && question.subject)
      return refused({ code: 'user_and_subject' });
    if (question.subject) {
      const person = { simulated: describedBy(question.subject), exists: false };
      return { ok: true, person, rights };
    }
    return isSelf
      ? { ok: true, person: this.self(viewer), rights }
      : this.other(question.user as string, rights, changes);
  }

  private other(name: string, rights: ViewerRights, changes: ReadChanges | undefined): Asked {
    const record = this.deps.users.find(name);
    const isVisible = record && (!record.user.hidden || rights.showsHidden);
    if (isVisible)
      return {
        ok: true,
        person: { simulated: simulatedFrom(record, undefined), exists: true },
        rights,
      };
    if (!record && changes?.internalusers.get(name))
      return { ok: true, person: { simulated: { name }, exists: false }, rights };
    return refused({ code: 'user_missing', name });
  }

  /** As he is signed in, address and all. */
  private self({ subject, isInternalUser, remoteAddress: host }: Viewer): Person {
    const { users, access } = this.deps;
    const { userName: name, backendRoles } = subject;
    const attributes = Object.fromEntries(subject.attributes ?? []);
    const record = isInternalUser ? users.find(name) : undefined;
    const place = host === undefined ? {} : { host, hostNames: access.hostNamesOf(host) };
    const known = record ? simulatedFrom(record, host) : { name, backendRoles, attributes };
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
