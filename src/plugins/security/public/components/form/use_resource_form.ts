/** A form over one entity of the security configuration: saving, refusals and conflicts as the server knows them. */
import { codeOf, errorText, serverMessageOf, statusOf } from '@sd/core/public';
import {
  type EntityForm,
  type FieldValues,
  type FormProblems,
  type Refusal,
  useChanged,
  useEntityForm,
  type Version,
} from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import type { EntityByType, ResourceType } from '@sd/contracts';
import { isLockoutDeclined } from '../../services/entity_changes';
import { SECURITY_KEY } from '../../services/query_keys';
import type { Versioned } from '../../services/security_client';
import { TOAST_LIFETIME_MS } from '../toast_lifetime';

export interface ResourceFormOptions<S extends FieldValues, R extends ResourceType> {
  readonly resource: R;
  /** Heading of the form. */
  readonly label: string;
  readonly initial: S;
  /** What the form was filled from. */
  readonly source: Versioned<R> | undefined;
  /** Whether saving makes a new entity, and never replaces one. */
  readonly isNew: boolean;
  readonly nameOf: (form: S) => string;
  readonly toEntity: (form: S, original: EntityByType[R] | undefined) => object;
  readonly validate: (form: S) => FormProblems;
  /** The field a message of the server belongs to, if it is one's. */
  readonly fieldOfMessage?: (message: string) => string | undefined;
  readonly savedText: (name: string) => string;
  /** Where one goes after saving. */
  readonly nextPath: (name: string) => string;
  readonly onLoadTheirs: (theirs: Versioned<R>) => void;
}

export function useResourceForm<S extends FieldValues, R extends ResourceType>(
  options: ResourceFormOptions<S, R>
): EntityForm<S> {
  const { resource, label, initial, source, isNew, nameOf, fieldOfMessage } = options;
  const { client, changes, core, kit } = useAdmin();
  const changed = useChanged();
  const name = nameOf(initial);
  return useEntityForm<S, EntityByType[R]>({
    label,
    name,
    initial,
    original: source?.entity,
    condition: isNew ? { create: true } : { etag: source?.etag },
    toEntity: options.toEntity,
    validate: options.validate,
    save: (entity, condition, form) => changes.save(resource, nameOf(form), entity, condition),
    judge: (error) => judge(error, fieldOfMessage),
    onSaved: (form) => {
      core.notifications.toasts.addSuccess({
        title: options.savedText(nameOf(form)),
        toastLifeTimeMs: TOAST_LIFETIME_MS,
      });
      changed(SECURITY_KEY, { isLeaving: true });
      kit.services.history.push(options.nextPath(nameOf(form)));
    },
    readTheirs: (signal): Promise<Version<EntityByType[R]> | undefined> =>
      client.find(resource, name, signal),
    onLoadTheirs: options.onLoadTheirs,
  });
}

function judge(
  error: unknown,
  fieldOfMessage: ((message: string) => string | undefined) | undefined
): Refusal {
  if (isLockoutDeclined(error)) return { kind: 'declined' };
  if (codeOf(error) === 'security.stale_version') return { kind: 'conflict' };
  const message = serverMessageOf(error);
  if (message === undefined) return { kind: 'other', message: errorText(error) };
  const isNameTaken = codeOf(error) === 'security.already_exists';
  const field = isNameTaken
    ? 'name'
    : statusOf(error) === 400
      ? fieldOfMessage?.(message)
      : undefined;
  return field === undefined ? { kind: 'other', message } : { kind: 'field', field, message };
}
