import { i18n } from '@sd/core/public';
import { PASSWORD_INSTRUCTION } from '../../common';

/** The password rules in a sentence. Source: specification section 5. */
export const passwordInstruction = (): string => i18n.translateMessage(PASSWORD_INSTRUCTION);
