// eslint-disable-next-line no-restricted-syntax -- the shape webpack's asset modules have
export default 'asset.svg';
