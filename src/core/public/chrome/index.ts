export { ChromeService } from './chrome_service';
