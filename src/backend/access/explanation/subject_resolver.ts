/**
 * Resolves the subject of an explanation, checks that the caller may ask about it, and decides
 * which details the caller sees.
 */
import type { InternalUser } from '../../../contracts/entities';
import type { ExplainRequest, SubjectRequest } from '../../../contracts/api';
import {
  simulatedFrom,
  type AccessService,
  type SimulatedSubject,
} from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import type { UserSource } from '../user_source';
import type { ViewerRights } from './explanation';
import type { ReadChanges } from './request_validation';
import { refuse, type ExplainError } from './denial';

/** The caller, with the permissions that the backend reports. */
export interface Viewer {
  readonly subject: Pick<Subject, 'userName' | 'backendRoles'> &
    Partial<Pick<Subject, 'attributes'>>;
  readonly isInternalUser: boolean;
  readonly remoteAddress?: string;
  readonly rights: ViewerRights;
}

/** An existing or described subject. */
export interface ResolvedSubject {
  readonly simulated: SimulatedSubject;
  readonly exists: boolean;
  readonly isSuspended?: boolean;
}

export type SubjectResolution =
  | { readonly ok: false; readonly error: ExplainError }
  | { readonly ok: true; readonly resolved: ResolvedSubject; readonly rights: ViewerRights };

export interface SubjectResolverDeps {
  readonly users: UserSource;
  readonly access: AccessService;
  /** Absent where users cannot be suspended. */
  readonly isSuspended?: (user: InternalUser) => boolean;
}

export class SubjectResolver {
  constructor(private readonly deps: SubjectResolverDeps) {}

  /** @param viewer - `undefined` for an unknown caller */
  find(
    viewer: Viewer | undefined,
    request: Pick<ExplainRequest, 'user' | 'subject' | 'changes'>,
    changes?: ReadChanges
  ): SubjectResolution {
    if (!viewer) return refuse({ code: 'unknown_viewer' });
    const { rights, subject } = viewer;
    const isSelf = request.user === undefined || request.user === subject.userName;
    if (!rights.isAdmin && (!isSelf || request.subject || request.changes))
      return refuse({ code: 'self_only' });
    if (request.user !== undefined && request.subject) return refuse({ code: 'user_and_subject' });
    if (request.subject) {
      const user = { simulated: describedBy(request.subject), exists: false };
      return { ok: true, resolved: user, rights };
    }
    return isSelf
      ? { ok: true, resolved: this.self(viewer), rights }
      : this.other(request.user as string, rights, changes);
  }

  private other(
    name: string,
    rights: ViewerRights,
    changes: ReadChanges | undefined
  ): SubjectResolution {
    const record = this.deps.users.find(name);
    const isVisible = record && (!record.user.hidden || rights.showsHidden);
    if (isVisible)
      return {
        ok: true,
        resolved: {
          simulated: simulatedFrom(record, undefined),
          exists: true,
          isSuspended: this.deps.isSuspended?.(record.user) ?? false,
        },
        rights,
      };
    if (!record && changes?.internalusers.get(name))
      return { ok: true, resolved: { simulated: { name }, exists: false }, rights };
    return refuse({ code: 'user_missing', name });
  }

  /** The caller as logged in, including the remote address. */
  private self({ subject, isInternalUser, remoteAddress: host }: Viewer): ResolvedSubject {
    const { users, access } = this.deps;
    const { userName: name, backendRoles } = subject;
    const attributes = Object.fromEntries(subject.attributes ?? []);
    const record = isInternalUser ? users.find(name) : undefined;
    const origin = host === undefined ? {} : { host, hostNames: access.hostNamesOf(host) };
    const known = record ? simulatedFrom(record, host) : { name, backendRoles, attributes };
    return { simulated: { ...known, ...origin }, exists: true };
  }
}

export function changedSubject(
  account: ResolvedSubject,
  subject: SubjectRequest | undefined,
  { internalusers }: ReadChanges,
  isSuspended?: SubjectResolverDeps['isSuspended']
): ResolvedSubject | undefined {
  const { name, host } = account.simulated;
  if (subject || !internalusers.has(name)) return account;
  const user = internalusers.get(name);
  return (
    user && {
      simulated: simulatedFrom({ name, user, attributes: getAttributes(user) }, host),
      exists: true,
      isSuspended: isSuspended?.(user) ?? false,
    }
  );
}

const getAttributes = ({ attributes }: InternalUser): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([key, value]) => [`attr.internal.${key}`, value]));

export const describedBy = ({
  name,
  backend_roles: backendRoles = [],
  security_roles: securityRoles = [],
  attributes = {},
  host,
}: SubjectRequest): SimulatedSubject => ({
  name,
  backendRoles,
  securityRoles,
  attributes,
  ...(host !== undefined && { host }),
});
