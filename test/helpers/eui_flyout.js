'use strict';
/** The flyout without its manager. EUI's test double renders no layer and traps no focus. */
exports.EuiFlyout =
  require('@elastic/eui/test-env/components/flyout/flyout.component').EuiFlyoutComponent;
