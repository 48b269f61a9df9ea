import { PluginWrapper } from './plugin_wrapper';

it('initializes the plugin once, at setup, with its context', async () => {
  const initializer = jest.fn(() => ({ setup: () => 'contract', start: () => undefined }));
  const context = { opaqueId: Symbol('a') };
  const plugin = new PluginWrapper(
    { id: 'a', requiredPlugins: [], optionalPlugins: [] },
    context.opaqueId,
    () => initializer,
    context as never
  );
  expect(initializer).not.toHaveBeenCalled();
  expect(await plugin.setup({} as never, {})).toBe('contract');
  await plugin.start({} as never, {});
  expect(initializer.mock.calls).toEqual([[context]]);
});
