'use strict';
/** The flyout without its manager: EUI's stand-in for tests draws no layer and traps no focus. */
exports.EuiFlyout =
  require('@elastic/eui/test-env/components/flyout/flyout.component').EuiFlyoutComponent;
