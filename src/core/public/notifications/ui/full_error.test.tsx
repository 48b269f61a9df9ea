import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FullError } from './error_toast';

it('shows the title, the message in a danger callout, and cause and stack to copy, and closes', async () => {
  const error = Object.assign(new Error('it broke'), {
    stack: 'the stack',
    body: { attributes: { error: { caused_by: { type: 'a_type', reason: 'a reason' } } } },
  });
  const onClose = jest.fn();
  render(<FullError title="Saving failed" error={error} onClose={onClose} />);
  expect(screen.getByRole('heading', { name: 'Saving failed' })).toBeVisible();
  expect(screen.getByText('it broke').closest('.euiCallOut')).toHaveClass('euiCallOut--danger');
  expect(document.querySelector('pre code')!.textContent).toBe('a_type\na reason\n\nthe stack');
  expect(screen.getByRole('button', { name: /^Copy/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
