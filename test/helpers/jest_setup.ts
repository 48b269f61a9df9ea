/** Runs before each test file of every project. Jest itself fails tests on unhandled rejections. */
import { installConsoleGuard } from './console_guard';

installConsoleGuard();
