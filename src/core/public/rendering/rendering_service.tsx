import { EuiGlobalStyles } from '@elastic/eui';
import { createRoot, type Root } from 'react-dom/client';
import { insertStyle } from '../csp_nonce';
import { CoreContext } from '../theme/core_context';
import { Shell, type ShellProps } from './shell';

/**
 * The page's few rules outside the theme: layout of the shell, the mounting spinner, the not-found
 * screen. All colors have a contrast of at least 4.5 in both color schemes. Some controls of the
 * design system are smaller than the 24 px of WCAG 2.5.8: page numbers with a narrow fallback font,
 * the buttons that clear a field or remove a selected option, and the input of a combo box. A side
 * navigation of four groups fits into 800 px.
 */
const CORE_CSS = `
.content, .app-wrapper, .app-wrapper-panel, .application, .appContainer__app {
  display: flex; flex-direction: column; flex-grow: 1; min-width: 0; }
.content { min-height: 100vh; }
.application { position: relative; }
#app-main:focus, #app-page:focus { outline: none; }
.appContainer__app:empty { flex-grow: 0; }
.appContainer__loading { position: fixed; inset: 50% auto auto 50%; z-index: 1;
  transform: translate(-50%, -50%); animation: appContainerFadeIn 2s ease-in both; }
.appContainer__spinner { display: block; width: 32px; height: 32px; border-radius: 50%;
  border: 4px solid rgba(128, 140, 160, 0.35); border-top-color: var(--brandPrimary, #0b64dd);
  animation: appContainerSpin 0.8s linear infinite; }
@keyframes appContainerFadeIn { 0%, 50% { opacity: 0; } 100% { opacity: 1; } }
@keyframes appContainerSpin { to { transform: rotate(360deg); } }
.appNotFound { max-width: 36em; margin: 64px auto; padding: 0 24px; text-align: center;
  line-height: 1.5; }
.appNotFound__icon { fill: #c61e25; }
.appNotFound a { display: inline-block; min-height: 24px; color: var(--brandPrimary, #0b64dd); text-decoration: underline; }
.appNotFound h1 { font-size: 1.5rem; font-weight: 700; margin: 16px 0; }
a.euiPaginationButton, button.euiPaginationButton, input.euiComboBox__input { min-width: 24px; }
button.euiFormControlLayoutClearButton { width: 24px; height: 24px; margin: -4px;
  border-color: transparent; }
button.euiFormControlLayoutClearButton .euiFormControlLayoutClearButton__icon {
  transform: scale(0.75); fill: currentColor; stroke: none; }
button.euiBadge__iconButton { display: flex; align-items: center; justify-content: center;
  width: 24px; height: 24px; margin-block: -4px; margin-inline: 0 -8px; }
@media (min-width: 768px) {
  .euiSideNav .euiSideNavItem--root.euiSideNavItem--root { margin-block-start: 0; }
  .euiSideNavItem--trunk > .euiSideNavItemButton { padding-block: 0; } }
.euiComboBoxPill .euiBadge__content { overflow: visible; }
html[data-theme='dark'] .appNotFound__icon { fill: #f6726a; }
html[data-theme='dark'] .appNotFound a { color: var(--brandPrimary, #61a2ff); }
html[data-theme='dark'] .appContainer__spinner { border-top-color: var(--brandPrimary, #61a2ff); }
`;

interface RenderingStartDeps extends ShellProps {
  readonly targetDomElement: HTMLElement;
}

/** Renders the shell in one React tree (docs/reference/core.md#page-frame). */
export class RenderingService {
  private root?: Root;

  start({ targetDomElement, ...shell }: RenderingStartDeps): void {
    insertStyle('coreCss', CORE_CSS);
    this.root = createRoot(targetDomElement);
    this.root.render(
      <CoreContext>
        <EuiGlobalStyles />
        <Shell {...shell} />
      </CoreContext>
    );
  }

  stop(): void {
    const { root } = this;
    this.root = undefined;
    // Deferred, because an error inside this tree may cause the stop while React renders it.
    queueMicrotask(() => root?.unmount());
  }
}
