import { fireEvent, render, screen } from '@testing-library/react';
import { PermissionTree, type PermissionTreeProps } from './permission_tree';

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
