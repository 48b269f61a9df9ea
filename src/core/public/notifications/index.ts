export { NotificationsService } from './notifications_service';
