import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DASH } from '@sd/ui_kit';
import { renderInCore } from '../mocks';
import { ViewExpression } from './view_expression';

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
