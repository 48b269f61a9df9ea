import { fireEvent, render, screen, renderHook, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DASH } from '@sd/ui_kit';
import { DEFAULT_PASSWORD_MESSAGE, DEFAULT_PASSWORD_REGEX } from '@sd/contracts';
import { PermissionTree, type PermissionTreeProps } from './permission_tree';
import { renderInCore, fetchError } from '../mocks';
import { ViewExpression } from './view_expression';
import { generatePassword } from '../apps/admin/users/generated_password';
import { toPasswordRule, usePasswordRule } from './password_rule';

const show = (permissions: readonly string[], groups: PermissionTreeProps['groups']) =>
  render(<PermissionTree permissions={permissions} groups={groups} label="Permissions" />);

/** Expands all nodes from the last to the first, until a click adds nothing. */
function openAll(name: string): number {
  for (let count = 0; ;) {
    const found = screen.getAllByRole('button', { name });
    if (found.length === count) return count;
    count = found.length;
    fireEvent.click(found.at(-1)!);
  }
}

describe('permission tree', () => {
  it('expands action groups to a depth of five, cycles included', () => {
    show(['loop', 'toString'], { loop: { allowed_actions: ['x', 'loop'] } });
    expect(openAll('loop')).toBe(5);
    expect(screen.getAllByText('x')).toHaveLength(4);
    expect(openAll('toString')).toBe(1);
  });

  it('keeps nodes beyond the page limit collapsed and says so', () => {
    const names = Array.from({ length: 60 }, (_, index) => `g${index}`);
    const groups = Object.fromEntries(names.map((name) => [name, { allowed_actions: names }]));
    show(['g0'], groups);
    fireEvent.click(screen.getByRole('button', { name: 'g0' }));
    expect(openAll('g59')).toBe(1);
    expect(screen.getByText(/more than can be shown here/)).toBeVisible();
  });
});

// @feature role/2
it('opens a dialog with the JSON and shows a dash for an empty value', async () => {
  const value = { bool: { must: [] } };
  const { unmount } = renderInCore(<ViewExpression title="The query" value={value} />);
  await userEvent.click(screen.getByText('View expression'));
  const dialog = await screen.findByRole('dialog', { name: 'The query' });
  expect(dialog).toHaveTextContent('{ "bool": { "must": [] } }');
  expect(dialog.querySelector('.euiCodeBlock')).toHaveStyle({ maxBlockSize: '300px' });
  unmount();
  renderInCore(<ViewExpression title="The query" value={{}} />);
  expect(screen.getByText(DASH)).toBeInTheDocument();
  expect(screen.queryByText('View expression')).toBeNull();
});

const reported = (regex: string, message: string) =>
  toPasswordRule({
    password_validation_regex: regex,
    password_validation_error_message: message,
  });

describe('password rule', () => {
  it('is the default one if the engine reports it or none', () => {
    for (const rule of [
      toPasswordRule({}),
      reported(DEFAULT_PASSWORD_REGEX, DEFAULT_PASSWORD_MESSAGE),
    ])
      expect(rule).toMatchObject({ isDefault: true, instruction: DEFAULT_PASSWORD_MESSAGE });
  });

  it.each([
    ['.{20,}', 'Use 20 characters.', 'Use 20 characters.'],
    ['.{20,}', DEFAULT_PASSWORD_MESSAGE, 'The password must match this pattern: .{20,}'],
  ])('of the pattern %j with the message %j reads %j', (regex, message, instruction) => {
    expect(reported(regex, message)).toMatchObject({ isDefault: false, instruction });
  });

  it('has no pattern if only Java can parse it', () => {
    expect(reported('(?i)[a-z]{8,}+', 'Letters').pattern).toBeUndefined();
  });

  it('is the default one if loading fails, which is logged', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation();
    const dashboardsInfo = jest.fn().mockRejectedValue(fetchError(500));
    const { result } = renderHook(() => usePasswordRule({ dashboardsInfo }));
    await waitFor(() => expect(log).toHaveBeenCalled());
    log.mockRestore();
    expect(result.current.isDefault).toBe(true);
  });
});

describe('generated password', () => {
  it('has 20 characters and satisfies the default rule', () => {
    const made = generatePassword(toPasswordRule({}).pattern);
    expect(made).toHaveLength(20);
    expect(made).toMatch(toPasswordRule({}).pattern!);
  });

  it("grows until it satisfies the engine's own rule", () => {
    expect(generatePassword(/^.{30,}$/)).toHaveLength(32);
  });
});
