/** Actions on an authentication domain in the list. They take effect immediately. */
import { codeOf, errorText, FormattedMessage, i18n } from '@sd/core/public';
import { type ActionItem, ActionsMenu, DeleteDialog, useChanged, useKit } from '@sd/ui_kit';
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
      if (codeOf(error) === DECLINED_CODE) return;
      core.notifications.toasts.addDanger({ title: notChangedText(), text: errorText(error) });
    } finally {
      changed(CONFIG_KEY);
    }
  };
  const move = (by: number) => {
    const moved = order.filter((one) => one !== name);
    moved.splice(order.indexOf(name) + by, 0, name);
    return change(
      { authc: renumbered(moved, stored) },
      i18n.translate('security.domain.moved', {
        defaultMessage: 'Authentication domain "{name}" moved.',
        values: { name },
      })
    );
  };
  const at = order.indexOf(name);
  const switchTo = (value: boolean, title: string) =>
    void change({ authc: { [name]: { ...own, http_enabled: value } } }, title);
  const disabling: ActionItem = {
    id: 'disableDomain',
    iconType: 'cross',
    label: <FormattedMessage id="security.domain.disable" defaultMessage="Disable" />,
    onClick: () =>
      switchTo(
        false,
        i18n.translate('security.domain.disabled', {
          defaultMessage: 'Authentication domain "{name}" disabled.',
          values: { name },
        })
      ),
  };
  const enabling: ActionItem = {
    id: 'enableDomain',
    iconType: 'check',
    label: <FormattedMessage id="security.domain.enable" defaultMessage="Enable" />,
    onClick: () =>
      switchTo(
        true,
        i18n.translate('security.domain.enabledNow', {
          defaultMessage: 'Authentication domain "{name}" enabled.',
          values: { name },
        })
      ),
  };
  const items: ActionItem[] = [
    {
      id: 'editDomain',
      iconType: 'pencil',
      label: <FormattedMessage id="security.domain.edit" defaultMessage="Edit" />,
      onClick: () => history.push(DOMAIN_PAGES.edit(name)),
    },
    isEnabled ? disabling : enabling,
    {
      id: 'moveDomainUp',
      iconType: 'sortUp',
      label: <FormattedMessage id="security.domain.up" defaultMessage="Ask earlier" />,
      onClick: () => void move(-1),
      ...(at <= 0 && { disabledReason: firstText() }),
    },
    {
      id: 'moveDomainDown',
      iconType: 'sortDown',
      label: <FormattedMessage id="security.domain.down" defaultMessage="Ask later" />,
      onClick: () => void move(1),
      ...(at === order.length - 1 && { disabledReason: lastText() }),
    },
    {
      id: 'deleteDomain',
      iconType: 'trash',
      label: <FormattedMessage id="security.domain.delete" defaultMessage="Delete" />,
      onClick: () => setIsDeleting(true),
    },
  ];
  return (
    <>
      <ActionsMenu items={items} rowName={name} />
      {isDeleting && (
        <DeleteDialog
          items={[{ id: name, name }]}
          title={i18n.translate('security.domain.deleteTitle', {
            defaultMessage: 'Delete the authentication domain?',
          })}
          itemsLabel={i18n.translate('security.domain.deleteItems', {
            defaultMessage: 'Authentication domains to delete',
          })}
          focusedButton="cancel"
          run={async (report) => {
            await domains.change({ authc: { [name]: null } }, etag);
            report({ id: name, isDone: true });
          }}
          onClose={(deleted) => {
            setIsDeleting(false);
            if (deleted.length > 0) changed(CONFIG_KEY);
          }}
        >
          <FormattedMessage
            id="security.domain.deleteText"
            defaultMessage="Sessions that it has opened end at once."
          />
        </DeleteDialog>
      )}
    </>
  );
}

/** Only domains whose order changes. */
function renumbered(
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
  i18n.translate('security.domain.notChanged', {
    defaultMessage: 'The authentication domain was not changed.',
  });
const firstText = (): string =>
  i18n.translate('security.domain.isFirst', { defaultMessage: 'It is the first already.' });
const lastText = (): string =>
  i18n.translate('security.domain.isLast', { defaultMessage: 'It is the last already.' });
