/** The matchers that test/helpers/jest_setup_dom.ts registers. */
import '@testing-library/jest-dom';
