import { startSecurityServer } from '../../../../test/helpers/security_server';

it('opens sessions and the causes of imports to plugins with the privilege "backend" only', async () => {
  const { contract } = await startSecurityServer();
  const refused = 'Only a plugin with the privilege "backend" can use this.';
  for (const holder of [undefined, { internal: {} as never }]) {
    expect(() => contract.sessions(holder)).toThrow(refused);
    expect(() => contract.explainImports(holder, async () => undefined)).toThrow(refused);
  }
});
