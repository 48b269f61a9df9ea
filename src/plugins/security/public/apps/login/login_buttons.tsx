/** Buttons of login methods without a form, with configured texts, images and colors. */
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { type ClientConfig, LOGIN_BUTTONS } from '../../../common';
import { LightButton } from '../../components/chromeless/light_button';
import { useLightStyles } from '../../components/chromeless/light_styles';
import type { ButtonMethod } from './login_methods';

export interface LoginButtonsProps {
  /** At least one. */
  readonly methods: readonly ButtonMethod[];
  readonly hrefOf: (method: ButtonMethod) => string;
  readonly isBelowForm: boolean;
  readonly config: Pick<ClientConfig['ui'], ButtonMethod>;
}

export function LoginButtons({
  methods,
  hrefOf,
  isBelowForm,
  config,
}: LoginButtonsProps): ReactElement {
  const { rule } = useLightStyles();
  return (
    <>
      {isBelowForm && <hr className={rule} />}
      {methods.map((method) => {
        const { buttonname, showbrandimage, brandimage, buttonstyle } = config[method].login;
        const color = buttonstyle.startsWith('#') ? buttonstyle : undefined;
        return (
          <div key={method} style={{ marginBlockStart: 12 }}>
            <LightButton
              href={hrefOf(method)}
              className={color === undefined ? buttonstyle : ''}
              style={color === undefined ? undefined : buttonColors(color)}
              data-test-subj={`${method}_login_button`}
            >
              {showbrandimage && brandimage !== '' && (
                <img src={brandimage} alt="" style={{ blockSize: 20, marginInlineEnd: 8 }} />
              )}
              {buttonname === LOGIN_BUTTONS[method].defaultMessage
                ? i18n.translateMessage(LOGIN_BUTTONS[method])
                : buttonname}
            </LightButton>
          </div>
        );
      })}
    </>
  );
}

/** Black or white text, whichever has the better contrast (WCAG 2.2, relative luminance). */
function buttonColors(background: string): { background: string; color: string } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(background.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { background, color: luminance > 0.179 ? '#000000' : '#ffffff' };
}
