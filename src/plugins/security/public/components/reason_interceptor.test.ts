/** A guardrail asks for a reason; the dialog itself is a real one. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { httpServiceMock, overlayServiceMock } from '../../../../core/public/mocks';
import { reasonInterceptor } from './reason_interceptor';

const PATH = '/api/v1/configuration/rolesmapping/_bulk_delete';
const deleted = (name: string) => ({ name, status: 200, message: 'deleted' });
const asking = (name: string) => ({
  name,
  status: 409,
  message: `rosa would lose ${name}.`,
  asks_reason: true,
});

it('sends the entries of a deletion again that need a reason, and keeps the other results', async () => {
  const http = httpServiceMock.createStartContract();
  const { openModal } = overlayServiceMock.createTrueDialogs();
  http.fetch.mockResolvedValue({ body: { results: [deleted('oncall'), deleted('night')] } });
  const { response } = reasonInterceptor(http, { openModal });
  const answer = response?.(
    {
      fetchOptions: { path: PATH, method: 'POST', body: '{}' },
      request: {} as Request,
      body: { results: [deleted('sales'), asking('oncall'), asking('night')] },
    },
    { halted: false, halt: () => undefined }
  );
  const dialog = within(await screen.findByRole('dialog', { name: /breaks a guardrail/ }));
  dialog.getByText('rosa would lose oncall.');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Team was dissolved');
  await userEvent.click(dialog.getByRole('button', { name: 'Make the change anyway' }));
  expect(await answer).toEqual({
    body: { results: [deleted('sales'), deleted('oncall'), deleted('night')] },
  });
  expect(http.fetch).toHaveBeenCalledWith(
    expect.objectContaining({
      path: PATH,
      body: '{"names":["oncall","night"]}',
      headers: { 'x-change-reason': 'Team%20was%20dissolved' },
    })
  );
});
