/** The navigation drawer, and loading the header. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import type { AppCategory } from '../../../common';
import { HeaderLoader } from '../header_loader';
import { groupLinks } from '../nav_drawer/app_link_groups';
import { link, setup, subject, toggle } from './mocks';

/** Slow machines need more time. */
jest.setTimeout(30_000);

const SECURITY: AppCategory = { id: 'securitySolution', label: 'Security', order: 4000 };
const KIBANA: AppCategory = { id: 'kibana', label: 'Security Dashboards', order: 1000 };
const drawerElement = (): HTMLElement => {
  const drawer = subject('collapsibleNav');
  if (!drawer) throw new Error('The drawer is not there.');
  return drawer;
};
const openDrawer = async () => {
  await userEvent.click(toggle());
  return waitFor(drawerElement);
};

describe('navigation drawer', () => {
  const LINKS = [
    link('roles', { category: SECURITY, order: 1 }),
    link('users', { category: SECURITY, order: 2, disabled: true }),
    link('discover', { category: KIBANA, order: 3, tooltip: 'Look around' }),
    link('lonely', { order: 4 }),
    link('secret', { hidden: true }),
  ];

  it('groups links by category in order, omits hidden ones and disables disabled ones', async () => {
    const { navLinks$ } = setup();
    act(() => navLinks$.next(LINKS));
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    const drawer = within(await openDrawer());
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    const groups = Array.from(
      document.querySelectorAll('[data-test-subj^="collapsibleNavGroup-"]'),
      (group) => group.getAttribute('data-test-subj')
    );
    expect(groups).toEqual([
      'collapsibleNavGroup-pinned',
      'collapsibleNavGroup-recentlyViewed',
      'collapsibleNavGroup-kibana',
      'collapsibleNavGroup-securitySolution',
      'collapsibleNavGroup-noCategory',
    ]);
    expect(drawer.queryByText('Title secret')).toBeNull();
    expect(drawer.getByRole('link', { name: 'Look around' })).toHaveAttribute(
      'href',
      'http://localhost/app/discover'
    );
    expect(drawer.getByRole('button', { name: 'Title users' })).toBeDisabled();
    expect(drawer.getByRole('link', { name: 'Title roles' })).toHaveAttribute(
      'aria-current',
      'page'
    );
    expect(drawer.getByText('No recently viewed items')).toBeVisible();
    expect(
      within(drawer.getByRole('list', { name: 'Pinned links' })).getByRole('link', { name: 'Home' })
    ).toBeVisible();
  });

  it('navigates in the page, closes, and returns the focus to the toggle', async () => {
    const { navLinks$, application } = setup();
    act(() => navLinks$.next(LINKS));
    const drawer = within(await openDrawer());
    await userEvent.click(drawer.getByRole('link', { name: 'Title roles' }));
    expect(application.navigateToApp).toHaveBeenCalledWith('roles');
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    expect(toggle()).toHaveFocus();
    await userEvent.click(within(await openDrawer()).getByRole('link', { name: 'Home' }));
    expect(application.navigateToApp).toHaveBeenLastCalledWith('home');
  });

  it('closes on Escape', async () => {
    setup();
    await openDrawer();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    expect(toggle()).toHaveFocus();
  });

  it('remembers which groups are closed', async () => {
    const { navLinks$, stored } = setup();
    act(() => navLinks$.next(LINKS));
    stored.set('core.navGroup.kibana', 'false');
    const drawer = within(await openDrawer());
    const group = (name: string) => drawer.getByRole('button', { name, expanded: undefined });
    expect(group('Security Dashboards')).toHaveAttribute('aria-expanded', 'false');
    expect(group('Security')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(group('Security'));
    await userEvent.click(group('Recently viewed'));
    await userEvent.click(group('Security Dashboards'));
    expect(Object.fromEntries(stored)).toEqual({
      'core.navGroup.kibana': 'true',
      'core.navGroup.securitySolution': 'false',
      'core.navGroup.recentlyViewed': 'false',
    });
  });

  it('lists recently viewed items with their type, opened in the page', async () => {
    const { navLinks$, recentlyAccessed$, application } = setup();
    act(() => {
      navLinks$.next(LINKS);
      recentlyAccessed$.next([
        { id: '1', label: 'My role', link: '/app/roles/1' },
        { id: '2', label: 'Other', link: '/elsewhere' },
      ]);
    });
    const drawer = within(await openDrawer());
    expect(subject('recentlyViewedList')).toHaveStyle({ maxBlockSize: '160px' });
    expect(drawer.getByRole('link', { name: 'Other' })).toHaveAttribute(
      'href',
      'http://localhost/elsewhere'
    );
    await userEvent.click(drawer.getByRole('link', { name: 'My role, type: Title roles' }));
    expect(application.navigateToUrl).toHaveBeenCalledWith('http://localhost/app/roles/1');
  });

  it('shows the custom link on top and leaves clicks on it to the browser', async () => {
    const { customNavLink$, application } = setup();
    act(() => customNavLink$.next({ title: 'Deployment', href: '#elsewhere' }));
    const drawer = within(await openDrawer());
    const custom = drawer.getByRole('link', { name: 'Deployment' });
    expect(drawer.getAllByRole('link')[0]).toBe(custom);
    expect(subject('collapsibleNavGroup-custom')).toHaveStyle({ maxBlockSize: '40vh' });
    await userEvent.click(custom);
    expect(application.navigateToApp).not.toHaveBeenCalled();
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    window.location.hash = '';
  });

  it('docks and undocks, remembers it, and stays open when docked', async () => {
    const { navLinks$, onLockChange, application } = setup();
    act(() => navLinks$.next(LINKS));
    const drawer = within(await openDrawer());
    await userEvent.click(drawer.getByRole('button', { name: 'Dock navigation' }));
    expect(onLockChange).toHaveBeenCalledWith(true);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Undock navigation' })).toHaveFocus()
    );
    await userEvent.click(screen.getByRole('link', { name: 'Title roles' }));
    expect(application.navigateToApp).toHaveBeenCalledWith('roles');
    expect(drawerElement()).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undock navigation' }));
    expect(onLockChange).toHaveBeenLastCalledWith(false);
  });

  it('starts open if it was docked', async () => {
    setup({ isInitiallyLocked: true, isLocked$: new BehaviorSubject(true) });
    await waitFor(() => expect(drawerElement()).toBeInTheDocument());
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
  });

  it('takes the category from the first link of a group', () => {
    const { groups, ungrouped } = groupLinks([
      link('a', { category: { id: 'x', label: 'First', order: 2 } }),
      link('b', { category: { id: 'x', label: 'Second', order: 0 } }),
      link('c', { category: { id: 'y', label: 'Y', order: 1 } }),
      link('d', { category: { id: 'z', label: 'Z' } }),
      link('e'),
    ]);
    expect(groups.map(({ category, links }) => [category.label, links.length])).toEqual([
      ['Y', 1],
      ['First', 2],
      ['Z', 1],
    ]);
    expect(ungrouped.map(({ id }) => id)).toEqual(['e']);
  });
});

describe('HeaderLoader', () => {
  it('shows a thin bar while hidden, reserves the height, then shows the header', async () => {
    const { props, unmount } = setup();
    unmount();
    const isVisible$ = new BehaviorSubject(false);
    const loadingCount$ = new BehaviorSubject(1);
    render(
      <HeaderLoader isVisible$={isVisible$} loadingCount$={loadingCount$} headerProps={props} />
    );
    expect(screen.getByRole('progressbar', { name: 'Loading content' })).toBeInTheDocument();
    expect(subject('headerGlobalNav')).toBeNull();
    act(() => loadingCount$.next(0));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => isVisible$.next(true));
    expect(subject('headerArea')).toHaveStyle({ minBlockSize: '48px' });
    await waitFor(() => expect(subject('headerGlobalNav')).toBeInTheDocument());
    act(() => isVisible$.next(false));
    expect(subject('headerGlobalNav')).toBeNull();
  });
});
