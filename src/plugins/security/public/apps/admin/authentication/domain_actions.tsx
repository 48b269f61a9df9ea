/** Actions on an authentication domain in the list. They take effect immediately. */
import { getErrorCode, errorText, t } from '@sd/core/public';
import { type ActionItem, DeleteDialog, RowMenu, useChanged, useKit } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { LoginChanges } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { DECLINED_CODE } from '../../../services/lockout_confirmation';
import { DOMAIN_PAGES } from '../paths';
import { CONFIG_KEY } from './use_domains';

type Stored = Readonly<Record<string, unknown>>;

export interface DomainActionsProps {
  readonly name: string;
  /** All names in order. */
  readonly order: readonly string[];
  readonly stored: Readonly<Record<string, Stored>>;
  readonly etag: string | undefined;
}

export function DomainActions({ name, order, stored, etag }: DomainActionsProps): ReactElement {
  const { domains, core } = useAdmin();
  const { history } = useKit();
  const changed = useChanged();
  const [isDeleting, setIsDeleting] = useState(false);
  const own = stored[name] ?? {};
  const isEnabled = own['http_enabled'] !== false;
  const change = async (changes: LoginChanges, title: string) => {
    try {
      await domains.change(changes, etag);
      core.notifications.toasts.addSuccess({ title });
    } catch (error) {
      if (getErrorCode(error) === DECLINED_CODE) return;
      core.notifications.toasts.addDanger({ title: notChangedText(), text: errorText(error) });
    } finally {
      changed(CONFIG_KEY);
    }
  };
  const move = (by: number) => {
    const moved = order.filter((one) => one !== name);
    moved.splice(order.indexOf(name) + by, 0, name);
    return change(
      { authc: renumber(moved, stored) },
      t('security.domain.moved', 'Authentication domain "{name}" moved.', { name })
    );
  };
  const at = order.indexOf(name);
  const switchTo = (value: boolean, title: string) =>
    void change({ authc: { [name]: { ...own, http_enabled: value } } }, title);
  const disabling: ActionItem = {
    id: 'disableDomain',
    iconType: 'cross',
    label: t('security.domain.disable', 'Turn off'),
    onClick: () =>
      switchTo(
        false,
        t('security.domain.disabled', 'Authentication domain "{name}" turned off.', { name })
      ),
  };
  const enabling: ActionItem = {
    id: 'enableDomain',
    iconType: 'check',
    label: t('security.domain.enable', 'Turn on'),
    onClick: () =>
      switchTo(
        true,
        t('security.domain.enabledNow', 'Authentication domain "{name}" turned on.', { name })
      ),
  };
  const items: ActionItem[] = [
    {
      id: 'editDomain',
      iconType: 'pencil',
      label: t('security.common.edit', 'Edit'),
      onClick: () => history.push(DOMAIN_PAGES.edit(name)),
    },
    isEnabled ? disabling : enabling,
    {
      id: 'moveDomainUp',
      iconType: 'sortUp',
      label: t('security.domain.up', 'Move up'),
      onClick: () => void move(-1),
      ...(at <= 0 && { disabledReason: firstText() }),
    },
    {
      id: 'moveDomainDown',
      iconType: 'sortDown',
      label: t('security.domain.down', 'Move down'),
      onClick: () => void move(1),
      ...(at === order.length - 1 && { disabledReason: lastText() }),
    },
    {
      id: 'deleteDomain',
      iconType: 'trash',
      label: t('security.common.delete', 'Delete'),
      onClick: () => setIsDeleting(true),
    },
  ];
  return (
    <>
      <RowMenu name={name} itemsOf={() => items} />
      {isDeleting && (
        <DeleteDialog
          items={[{ id: name, name }]}
          title={t('security.domain.deleteTitle', 'Delete authentication domain?')}
          itemsLabel={t('security.domain.deleteItems', 'Authentication domains to delete')}
          run={async (report) => {
            await domains.change({ authc: { [name]: null } }, etag);
            report({ id: name, isDone: true });
          }}
          onClose={(deleted) => {
            setIsDeleting(false);
            if (deleted.length > 0) changed(CONFIG_KEY);
          }}
        >
          {t('security.domain.deleteText', 'Sessions opened through it end immediately.')}
        </DeleteDialog>
      )}
    </>
  );
}

/** Only domains whose order changes. */
function renumber(
  names: readonly string[],
  stored: Readonly<Record<string, Stored>>
): Record<string, Record<string, unknown>> {
  const entries = names.flatMap((name, order): Array<[string, Record<string, unknown>]> => {
    const domain = stored[name] ?? {};
    return Number(domain['order'] ?? 0) === order ? [] : [[name, { ...domain, order }]];
  });
  return Object.fromEntries(entries);
}

const notChangedText = (): string =>
  t('security.domain.notChanged', "Couldn't change the authentication domain.");
const firstText = (): string => t('security.domain.isFirst', "It's already first.");
const lastText = (): string => t('security.domain.isLast', "It's already last.");
