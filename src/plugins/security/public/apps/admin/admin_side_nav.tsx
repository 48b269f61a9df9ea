/** Pages of the admin app that exist; an entry appears when its page works. */
import { EuiSideNav } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAdmin } from './admin_context';
import { isPlainClick } from './routing/use_link';
import { ROLE_PAGES, USER_PAGES } from './routing/paths';

export function AdminSideNav(): ReactElement {
  const { history } = useAdmin();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const entry = (path: string, name: string) => ({
    id: path,
    name,
    href: history.createHref({ pathname: path }),
    isSelected: pathname === path || pathname.startsWith(`${path}/`),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      setIsOpen(false);
      history.push(path);
    },
  });
  const title = i18n.translate('security.sideNav.title', { defaultMessage: 'Security' });
  return (
    <EuiSideNav
      aria-label={title}
      mobileTitle={title}
      toggleOpenOnMobile={() => setIsOpen(!isOpen)}
      isOpenOnMobile={isOpen}
      items={[
        {
          id: 'security',
          name: title,
          items: [
            entry(
              ROLE_PAGES.list,
              i18n.translate('security.sideNav.roles', { defaultMessage: 'Roles' })
            ),
            entry(
              USER_PAGES.list,
              i18n.translate('security.sideNav.users', { defaultMessage: 'Internal users' })
            ),
          ],
        },
      ]}
    />
  );
}
