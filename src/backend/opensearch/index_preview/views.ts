/** The part of an index that is visible to a user, to a role, or with an unsaved query. */
import type { DlsPreviewRequest, Restrictions } from '../../../contracts/api';
import type { ResourceType } from '../../../contracts/entities';
import { restrictionsFor, type DecisionSubject } from '../../access/evaluation/access_decision';
import { simulatedFrom, type AccessService } from '../../access/evaluation/access_service';
import { ActionSets } from '../../access/evaluation/action_groups';
import { compileRole, renderPattern } from '../../access/evaluation/compiled_role';
import { resolveTargets, type KnownIndex } from '../../access/evaluation/index_targets';
import { SHUT } from '../../access/evaluation/restrictions';
import { RoleSetAccess } from '../../access/evaluation/role_set_access';
import type { RuleSource } from '../../access/evaluation/rule_source';
import type { UserSource } from '../../access/user_source';
import type { Identity, RequestCaller } from '../../api';
import { badRequest, forbid, notFound, unauthorizedResponse } from '../../model/responses';
import { PreviewError } from './preview_error';

export interface ViewsDeps {
  readonly rules: RuleSource;
  readonly users: UserSource;
  readonly access: AccessService;
  /** Await this before reading rules or users. */
  readonly ensureFresh: () => Promise<void>;
  readonly identify: (caller: RequestCaller) => Promise<Identity | undefined>;
  readonly mayRead: (caller: RequestCaller, type: ResourceType) => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface View {
  /** The requested patterns with variables and dates replaced. */
  readonly patterns: readonly string[];
  /** Whether an included object (`fls`) includes its fields. */
  readonly showsFieldsOfObjects: boolean;
  restrictionsOn(index: KnownIndex): Restrictions;
}

const SEARCH = 'indices:data/read/search';
const OF_ROLES: readonly ResourceType[] = ['roles', 'actiongroups'];
const OF_OTHERS: readonly ResourceType[] = [...OF_ROLES, 'rolesmapping', 'internalusers'];
const WHICH =
  'Ask about one of [query] and [role], or about [user] alone; [fls] and [masked_fields] belong to [query].';

export class Views {
  constructor(private readonly deps: ViewsDeps) {}

  /** @throws {PreviewError} */
  async of(caller: RequestCaller, request: DlsPreviewRequest): Promise<View> {
    const { query, role, user, fls, masked_fields: masked } = request;
    const isDraft = query !== undefined;
    const isAmbiguous = isDraft
      ? role !== undefined
      : (role ?? user) === undefined || fls || masked;
    if (isAmbiguous) throw new PreviewError(badRequest(WHICH));
    const subject = await this.user(caller, request);
    if (isDraft) {
      // The query applies to every requested index, regardless of search permissions.
      const draftSubject = { ...subject, access: toDraft(request), doubtfulRoles: [] };
      return this.view(request, draftSubject, false);
    }
    return this.view(request, role === undefined ? subject : this.withRole(subject, role), true);
  }

  private view(
    request: DlsPreviewRequest,
    decisionSubject: DecisionSubject,
    requiresPermission: boolean
  ): View {
    const { access, now } = this.deps;
    const nowMs = now();
    const rendered = request.index.map((one) => renderPattern(one, decisionSubject.subject, nowMs));
    return {
      patterns: rendered.filter((one) => one !== undefined),
      showsFieldsOfObjects: access.settings.showsFieldsOfObjects,
      restrictionsOn: (index) => {
        const search = { action: SEARCH, indices: [index.name], knownIndices: [index] };
        if (
          requiresPermission &&
          access.decide(decisionSubject, search).decision.effect === 'refuse'
        )
          return errorOrShut(decisionSubject, index, access, nowMs);
        return restrictionsOn(decisionSubject, index, access, nowMs);
      },
    };
  }

  private async user(
    caller: RequestCaller,
    { user, role }: DlsPreviewRequest
  ): Promise<DecisionSubject> {
    const { identify, ensureFresh, users, access } = this.deps;
    const [identity] = await Promise.all([identify(caller), ensureFresh()]);
    if (!identity) throw new PreviewError(unauthorizedResponse());
    const isSelf = user === undefined || user === identity.userName;
    if (!isSelf) await this.assertReadable(caller, OF_OTHERS);
    else if (role !== undefined) await this.assertReadable(caller, OF_ROLES);
    const name = user ?? identity.userName;
    const record = isSelf && !identity.isInternalUser ? undefined : users.find(name);
    const host = isSelf ? caller.remoteAddress : undefined;
    if (record) return access.simulated(simulatedFrom(record, host));
    if (!isSelf) throw new PreviewError(notFound(`user '${name}' not found.`));
    const { backendRoles, roles: securityRoles } = identity;
    return access.simulated({ name, backendRoles, securityRoles });
  }

  private withRole(user: DecisionSubject, name: string): DecisionSubject {
    const rules = this.deps.rules.current();
    const role = rules.compiledRole(name);
    if (!role || rules.role(name)?.hidden)
      throw new PreviewError(notFound(`role '${name}' not found.`));
    return { ...user, access: new RoleSetAccess([role]), doubtfulRoles: [] };
  }

  private async assertReadable(caller: RequestCaller, types: readonly ResourceType[]) {
    const readable = await Promise.all(types.map((type) => this.deps.mayRead(caller, type)));
    if (readable.every(Boolean)) return;
    throw new PreviewError(forbid(`You need permission to read ${types.join(', ')}.`));
  }
}

const restrictionsOn = (
  decisionSubject: DecisionSubject,
  index: KnownIndex,
  { settings }: AccessService,
  nowMs: number
): Restrictions => {
  const [target = { name: index.name }] = resolveTargets([index.name], [index], nowMs);
  return restrictionsFor(decisionSubject, target, settings, nowMs);
};

/** A query that cannot be applied blocks access like a missing permission. */
function errorOrShut(...args: Parameters<typeof restrictionsOn>): Restrictions {
  const restrictions = restrictionsOn(...args);
  return restrictions.documents.mode === 'error' ? restrictions : SHUT;
}

function toDraft({ query, fls = [], masked_fields = [] }: DlsPreviewRequest): RoleSetAccess {
  const permission = { index_patterns: ['*'], allowed_actions: ['*'], fls, masked_fields };
  const role = {
    reserved: false,
    hidden: false,
    static: false,
    cluster_permissions: [],
    tenant_permissions: [],
    index_permissions: [{ ...permission, ...(query !== undefined && { dls: query }) }],
  };
  return new RoleSetAccess([compileRole('', role, new ActionSets(() => undefined))]);
}
