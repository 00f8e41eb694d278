import { describe, expect, it } from 'vitest';
import { isPagePath } from '../../../src/service-worker/page-path.ts';

describe('without a network, a navigation', () => {
  it.each(['/', '/no/such/page', '/healthy', '/functions'])('to %s gets the page', (path) => {
    expect(isPagePath(path)).toBe(true);
  });

  it.each([
    '/functions/v1/open-notify',
    '/functions/v1/n2yo',
    '/healthz',
    '/metrics',
    '/social-preview.png',
    '/sw.js',
  ])('to %s gets nothing made up', (path) => {
    expect(isPagePath(path)).toBe(false);
  });
});
