import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mountLazily } from './mount_lazily';
import { OverlaySlot } from './overlay_slot';
import type { OverlayStart } from './types';
import { textMount, startService } from './mocks';

/** Slow machines need more time. */
jest.setTimeout(30_000);

const isSettled = async (promise: Promise<unknown>) => {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await Promise.resolve();
  await Promise.resolve();
  return isDone;
};

describe.each(['openFlyout', 'openModal'] as const)('%s', (open) => {
  it('renders the mount point in a dialog named after its heading', async () => {
    const { overlays, service } = startService();
    overlays[open](textMount('Hello'), { 'data-test-subj': 'mine', className: 'myClass' });
    const dialog = await screen.findByRole('dialog', { name: 'Hello' });
    expect(dialog).toHaveAttribute('data-test-subj', 'mine');
    expect(dialog).toHaveClass('myClass');
    expect(screen.getByText('Hello').parentElement).toHaveClass('kbnOverlayMountWrapper');
    await act(async () => service.stop());
  });

  // @spec 6.1/3: openModal › closes the first overlay when a second opens: resolves, unmounts once
  it('closes the first overlay when a second opens: resolves, unmounts once', async () => {
    const { overlays, service } = startService();
    const unmount = jest.fn();
    const first = overlays[open](textMount('First', unmount));
    await screen.findByText('First');
    let second!: ReturnType<OverlayStart['openModal']>;
    await act(async () => {
      second = overlays[open](textMount('Second'));
    });
    await first.onClose;
    expect(await screen.findByText('Second')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('First')).toBeNull());
    expect(unmount).toHaveBeenCalledTimes(1);

    await act(async () => {
      await first.close();
      await first.close();
    });
    expect(screen.getByText('Second')).toBeInTheDocument();
    expect(await isSettled(second.onClose)).toBe(false);
    expect(unmount).toHaveBeenCalledTimes(1);
    await act(async () => service.stop());
  });

  it('closes with its button and Escape, and resolves once', async () => {
    const { overlays } = startService();
    const ref = overlays[open](textMount('Bye'), { closeButtonAriaLabel: 'Close it' });
    await screen.findByText('Bye');
    await userEvent.click(screen.getByRole('button', { name: 'Close it' }));
    await ref.onClose;
    await waitFor(() => expect(screen.queryByText('Bye')).toBeNull());

    const other = overlays[open](textMount('Again'));
    (await screen.findByRole('button', { name: 'inside Again' })).focus();
    await userEvent.keyboard('{Escape}');
    await other.onClose;
  });

  it('returns the focus to its opener, even after a replacement', async () => {
    const { overlays } = startService();
    render(<button>opener</button>);
    const opener = screen.getByRole('button', { name: 'opener' });
    opener.focus();
    overlays[open](textMount('One'));
    (await screen.findByRole('button', { name: 'inside One' })).focus();
    let second!: ReturnType<OverlayStart['openModal']>;
    await act(async () => {
      second = overlays[open](textMount('Two'));
    });
    (await screen.findByRole('button', { name: 'inside Two' })).focus();
    await act(async () => void (await second.close()));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('can be closed before it is rendered', async () => {
    const { overlays } = startService();
    const mount = jest.fn(textMount('Never'));
    await act(async () => void (await overlays[open](mount).close()));
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(mount).not.toHaveBeenCalled();
  });
});

it('keeps a modal open while its content does not let it close', async () => {
  let isFree = false;
  const { overlays } = startService();
  const ref = overlays.openModal(textMount('Once'), { mayClose: () => isFree });
  (await screen.findByRole('button', { name: 'inside Once' })).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Once' })).toBeInTheDocument();
  isFree = true;
  await userEvent.keyboard('{Escape}');
  await ref.onClose;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// @spec 6.1/4
it('keeps flyouts and modals independent', async () => {
  const { overlays, service } = startService();
  const flyout = overlays.openFlyout(textMount('The flyout'));
  await screen.findByText('The flyout');
  overlays.openModal(textMount('The modal'));
  await screen.findByText('The modal');
  expect(screen.getByText('The flyout')).toBeInTheDocument();
  expect(await isSettled(flyout.onClose)).toBe(false);
  await act(async () => service.stop());
});

describe('openConfirm', () => {
  it('asks with a title, Cancel and Confirm, and resolves true on Confirm', async () => {
    const { overlays } = startService();
    const response = overlays.openConfirm('Really?', { title: 'Sure' });
    expect(await screen.findByRole('alertdialog', { name: 'Sure' })).toHaveTextContent('Really?');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await response).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('resolves false on Cancel and on closing, and uses the given labels', async () => {
    const { overlays } = startService();
    const labels = {
      cancelButtonText: 'No',
      confirmButtonText: 'Yes',
      closeButtonAriaLabel: 'Away',
    };
    const first = overlays.openConfirm('One?', labels);
    await userEvent.click(await screen.findByRole('button', { name: 'No' }));
    expect(await first).toBe(false);
    const second = overlays.openConfirm('Two?', labels);
    expect(await screen.findByRole('alertdialog', { name: 'Two?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Away' }));
    expect(await second).toBe(false);
  });

  it('resolves false when another confirm dialog or modal replaces it', async () => {
    const { overlays, service } = startService();
    const first = overlays.openConfirm('One?');
    await screen.findByText('One?');
    let second!: Promise<boolean>;
    await act(async () => {
      second = overlays.openConfirm('Two?');
    });
    expect(await first).toBe(false);
    await screen.findByText('Two?');
    await act(async () => void overlays.openModal(textMount('Modal')));
    expect(await second).toBe(false);
    await screen.findByText('Modal');
    await act(async () => service.stop());
  });

  // @spec 6.1/8
  it('renders a mount point as message and focuses the requested button', async () => {
    const { overlays } = startService();
    const response = overlays.openConfirm(textMount('Mounted'), {
      title: 'T',
      'data-test-subj': 'ask',
      defaultFocusedButton: 'confirm',
      buttonColor: 'danger',
    });
    expect((await screen.findByText('Mounted')).parentElement).toHaveClass(
      'kbnOverlayMountWrapper'
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toHaveFocus());
    expect(screen.getByRole('alertdialog')).toHaveAttribute('data-test-subj', 'ask');
    await userEvent.keyboard('{Enter}');
    expect(await response).toBe(true);
  });
});

it('closes an overlay whose code cannot be downloaded, after reporting the error', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const slot = new OverlaySlot(document.createElement('div'), () =>
    Promise.reject(new Error('offline'))
  );
  const onLoadError = jest.fn();
  await slot.open({ kind: 'modal', mount: textMount('x'), options: {} }, onLoadError).onClose;
  expect(onLoadError).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledWith(new Error('offline'));
});

describe('mountLazily', () => {
  it('mounts after loading, unless it was unmounted before', async () => {
    const unmount = jest.fn();
    const element = document.createElement('div');
    const away = mountLazily(async () => textMount('late', unmount))(element);
    await Promise.resolve();
    await Promise.resolve();
    expect(element).toHaveTextContent('late');
    away();
    expect(unmount).toHaveBeenCalledTimes(1);

    const never = jest.fn(textMount('never'));
    mountLazily(async () => never)(element)();
    await Promise.resolve();
    expect(never).not.toHaveBeenCalled();
  });

  it('falls back to text', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const element = document.createElement('div');
    const away = mountLazily(() => Promise.reject(new Error('offline')), 'fallback')(element);
    await new Promise((resolve) => setTimeout(resolve));
    expect(element).toHaveTextContent('fallback');
    away();
    expect(element).toBeEmptyDOMElement();
  });
});
