/** Shared by both sides: names, addresses, request and response types. */
export const APP_ID = 'sampleApp';

export const API = Object.freeze({ greeting: '/api/sample_app/greeting' });

export interface GreetingResponse {
  readonly greeting: string;
  readonly userName: string;
}
