export { HttpFetchError } from './http_fetch_error';
export { HttpService } from './http_service';
