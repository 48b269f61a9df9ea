/**
 * Runs before each test file of every project. Jest itself fails a test on an unhandled rejection.
 */
import { installConsoleGuard } from './console_guard';

installConsoleGuard();
