/** Screens of second factors: the challenges of a login, and the dialog of the account menu. */
import type { Page } from 'playwright-core';
import type {
  FactorAdded,
  FactorEnrollment,
  LoginChallenge,
} from '../../../../src/contracts/api/factors';
import { submitCredentials } from '../login';
import type { Screen } from './screen';
import { fromAccountMenu } from './security_screens';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const TOTP = {
  secret: SECRET,
  uri: `otpauth://totp/Security%20Dashboards:administrator?issuer=Security%20Dashboards&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
};
const CODES = Array.from({ length: 10 }, (_, at) => `ABCD-EFGH-JKLM-NP${at}Q`);

/**
 * Fakes the challenge: a real one can be answered only once, and each screen is checked three
 * times.
 */
async function beAsked(page: Page, request: LoginChallenge, fields: readonly string[]) {
  await page.route(/\/auth\/login$/, (route) =>
    route.fulfill({
      status: 401,
      json: {
        statusCode: 401,
        error: 'Unauthorized',
        message: 'One more step',
        attributes: {
          code: 'security.further_round',
          round: { id: 'r', fields, question: request },
        },
      },
    })
  );
  await submitCredentials(page, 'jane', 'Violet-Harbor-7-Kettle');
}

const asked = (
  name: string,
  request: LoginChallenge,
  fields: readonly string[],
  text: string
): Screen => ({
  name: `login, ${name}`,
  visitor: 'nobody',
  path: '/app/login',
  expectedProblems: /401/,
  complete: async (page) => {
    await beAsked(page, request, fields);
    await page.getByText(text).waitFor();
  },
});

/** Fakes the response to a correct password, so that no factors change on the server. */
async function beginTotp(page: Page): Promise<void> {
  const begun: FactorEnrollment = { id: 'e', totp: TOTP };
  await page.route(/\/api\/v1\/account\/factors$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: begun }) : route.continue()
  );
  await fromAccountMenu(page, 'Two-factor authentication', /Two-factor authentication/);
  await page.getByLabel('Current password').fill('a password');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
}

const own = {
  visitor: 'administrator',
  path: '/app/home',
  // On a cluster the account menu has no such entry.
  isEmbeddedOnly: true,
} as const;

export const FACTOR_SCREENS: readonly Screen[] = [
  asked(
    'second factor',
    {
      kind: 'second_factor',
      factors: ['totp', 'passkey', 'recovery_code'],
      passkey: {},
      isWrong: true,
    },
    ['code'],
    'Enter the code from your authenticator app'
  ),
  asked('factor to set up', { kind: 'enrol', totp: TOTP, passkey: {} }, ['code'], SECRET),
  asked('recovery codes', { kind: 'recovery_codes', codes: CODES }, [], 'Save your recovery codes'),
  asked('new password', { kind: 'new_password' }, ['password'], 'Choose a new password'),
  {
    ...own,
    name: 'second factors',
    complete: async (page) => {
      await fromAccountMenu(page, 'Two-factor authentication', /Two-factor authentication/);
      await page.getByRole('button', { name: 'Add authenticator app' }).waitFor();
    },
  },
  { ...own, name: 'second factors, app to scan', complete: beginTotp },
  {
    ...own,
    name: 'second factors, recovery codes',
    complete: async (page) => {
      const added: FactorAdded = {
        state: { factors: [], recoveryCodesLeft: 10, isRequired: false, mustChangePassword: false },
        recoveryCodes: CODES,
      };
      await page.route(/\/factors\/_confirm$/, (route) => route.fulfill({ json: added }));
      await beginTotp(page);
      await page.getByLabel('Code from the app').fill('123456');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Save your recovery codes').waitFor();
    },
  },
];
