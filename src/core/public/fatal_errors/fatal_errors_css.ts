/** Style sheet of the fatal screen; colours have a contrast of 4.5 or more in both schemes. */
export const FATAL_ERRORS_CSS = `
html, body { margin: 0; background: #fff; }
html[data-theme='dark'], html[data-theme='dark'] body { background: #0b1628; }
.coreFatalErrors { box-sizing: border-box; max-width: 960px; margin: 0 auto; padding: 48px 24px;
  font-family: Inter, BlinkMacSystemFont, Helvetica, Arial, sans-serif; line-height: 1.5; color: #1d2a3e; }
.coreFatalErrors h1 { font-size: 1.75rem; font-weight: 700; margin: 0 0 16px; }
.coreFatalErrors h2 { font-size: 1rem; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere;
  white-space: pre-line; }
.coreFatalErrors p { max-width: 800px; margin: 0 0 16px; }
.coreFatalErrors__actions { display: flex; flex-wrap: wrap; gap: 16px; }
.coreFatalErrors button { font: inherit; font-weight: 500; cursor: pointer; padding: 8px 16px;
  border-radius: 6px; border: 1px solid #0b64dd; background: transparent; color: #0b5bc8; }
.coreFatalErrors button:first-child { background: #0b5bc8; color: #fff; }
.coreFatalErrors button:focus-visible, .coreFatalErrors pre:focus-visible {
  outline: 2px solid #0b64dd; outline-offset: 2px; }
.coreFatalErrors__error { margin: 16px 0; padding: 16px; border-radius: 6px;
  border-left: 4px solid #c61e25; background: #ffe8e5; }
.coreFatalErrors__error h2 { color: #a71627; }
.coreFatalErrors pre { margin: 0; overflow: auto; max-height: 40vh; padding: 12px;
  background: rgba(255, 255, 255, 0.7); font-size: 0.8125rem; }
html[data-theme='dark'] .coreFatalErrors { color: #e3e8f2; }
html[data-theme='dark'] .coreFatalErrors button { color: #61a2ff; border-color: #61a2ff; }
html[data-theme='dark'] .coreFatalErrors button:first-child { background: #61a2ff; color: #07101f; }
html[data-theme='dark'] .coreFatalErrors__error { background: #391d23; }
html[data-theme='dark'] .coreFatalErrors__error h2 { color: #ffb5ad; }
html[data-theme='dark'] .coreFatalErrors pre { background: rgba(0, 0, 0, 0.3); }
`;
