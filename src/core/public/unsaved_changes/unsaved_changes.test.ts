import { createMemoryHistory } from 'history';
import { ScopedHistory } from '../application';
import { AppLeaveActionType, type AppLeaveHandler } from '../application/types';
import { overlayServiceMock } from '../mocks';
import { guardUnsavedChanges } from '.';

const EDITOR = '/app/security/roles/create';

function setUp(isLeaving: boolean, isSamePlace?: (from: string, to: string) => boolean) {
  const parent = createMemoryHistory({
    initialEntries: ['/app/security/roles', EDITOR],
    initialIndex: 1,
  });
  const overlays = overlayServiceMock.createStartContract();
  overlays.openConfirm.mockResolvedValue(isLeaving);
  let leave: AppLeaveHandler | undefined;
  const params = {
    history: new ScopedHistory(parent, '/app/security'),
    onAppLeave: (handler: AppLeaveHandler) => {
      leave = handler;
    },
  };
  const { guard, history } = guardUnsavedChanges(params, overlays, isSamePlace);
  const seen: string[] = [];
  history.listen(({ pathname }) => seen.push(pathname));
  const leaveAction = () =>
    leave?.({
      confirm: (text, title) => ({ type: AppLeaveActionType.confirm, text, title }),
      default: () => ({ type: AppLeaveActionType.default }),
    });
  return { parent, ask: overlays.openConfirm, guard, history, seen, leaveAction };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

it('moves freely while nothing is unsaved', () => {
  const { history, seen, ask, leaveAction } = setUp(false);
  history.push('/users');
  expect(seen).toEqual(['/users']);
  expect(ask).not.toHaveBeenCalled();
  expect(leaveAction()).toEqual({ type: 'default' });
});

it('asks before leaving and stays on "no"', async () => {
  const { history, guard, seen, parent, ask } = setUp(false);
  guard.setDirty(true);
  history.push('/users');
  await settle();
  expect(ask).toHaveBeenCalledWith(
    'Your changes have not been saved and will be lost.',
    expect.objectContaining({ title: 'Leave without saving?', buttonColor: 'danger' })
  );
  expect(seen).toEqual([]);
  expect(parent.location.pathname).toBe(EDITOR);
});

it('leaves on "yes", once asked', async () => {
  const { history, guard, seen, ask } = setUp(true);
  guard.setDirty(true);
  history.push('/users');
  await settle();
  expect(seen).toEqual(['/users']);
  history.push('/roles');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks one question at a time', async () => {
  const { history, guard, ask } = setUp(false);
  guard.setDirty(true);
  history.push('/users');
  history.push('/tenants');
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
});

it('changes of the query are no departure, nor are moves within what the app calls one place', () => {
  const { history, guard, seen } = setUp(false);
  guard.setDirty(true);
  history.replace({ pathname: '/roles/create', search: '?a=1' });
  expect(seen).toEqual(['/roles/create']);
  const wide = setUp(false, (from, to) => from.split('/')[1] === to.split('/')[1]);
  wide.guard.setDirty(true);
  wide.history.push('/roles');
  expect(wide.seen).toEqual(['/roles']);
});

it('undoes a move from outside on "no", without telling the router', async () => {
  const { parent, history, guard, seen } = setUp(false);
  guard.setDirty(true);
  parent.push('/app/security/users');
  expect(history.location.pathname).toBe('/roles/create');
  await settle();
  expect(parent.location.pathname).toBe(EDITOR);
  expect(seen).toEqual([]);
});

it('undoes the back button on "no" and follows it on "yes"', async () => {
  const no = setUp(false);
  no.guard.setDirty(true);
  no.parent.goBack();
  await settle();
  expect(no.parent.location.pathname).toBe(EDITOR);
  expect(no.seen).toEqual([]);
  const yes = setUp(true);
  yes.guard.setDirty(true);
  yes.parent.goBack();
  await settle();
  expect(yes.seen).toEqual(['/roles']);
});

it('has the shell ask when the whole app is left', () => {
  const { guard, leaveAction } = setUp(false);
  guard.setDirty(true);
  expect(leaveAction()).toEqual({
    type: 'confirm',
    title: 'Leave without saving?',
    text: 'Your changes have not been saved and will be lost.',
  });
});

it('cannot block, and goes still when stopped', () => {
  const { history, parent, seen } = setUp(false);
  expect(() => history.block()).toThrow('a scoped history cannot block');
  history.stop();
  parent.push('/app/security/users');
  expect(seen).toEqual([]);
});
