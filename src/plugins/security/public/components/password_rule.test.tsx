import { renderHook, waitFor } from '@testing-library/react';
import { DEFAULT_PASSWORD_MESSAGE, DEFAULT_PASSWORD_REGEX } from '@sd/contracts';
import { generatePassword } from '../apps/admin/users/generated_password';
import { fetchError } from '../mocks';
import { passwordRuleOf, usePasswordRule } from './password_rule';

const reported = (regex: string, message: string) =>
  passwordRuleOf({
    password_validation_regex: regex,
    password_validation_error_message: message,
  });

describe('password rule', () => {
  it('is the default one if the engine reports it or none', () => {
    for (const rule of [
      passwordRuleOf({}),
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
    const made = generatePassword(passwordRuleOf({}).pattern);
    expect(made).toHaveLength(20);
    expect(made).toMatch(passwordRuleOf({}).pattern!);
  });

  it("grows until it satisfies the engine's own rule", () => {
    expect(generatePassword(/^.{30,}$/)).toHaveLength(32);
  });
});
