export * from './calls';
export * from './change_requests';
export * from './drift';
export * from './pages';
