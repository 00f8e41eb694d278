import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What draws the map is asked once a page: every test has a page of its own. */
async function loadMap() {
  vi.resetModules();
  return (await import('../../../src/ui/map/OrbitalMap.tsx')).OrbitalMap;
}

describe('the map', () => {
  it('is an image with a text of its own', async () => {
    const OrbitalMap = await loadMap();
    render(<OrbitalMap ephemerides={undefined} label="World map with both satellites" className="wide" />);
    const map = screen.getByRole('img', { name: 'World map with both satellites' });
    expect(map.className).toContain('wide');
  });

  it('leaves quietly', async () => {
    const OrbitalMap = await loadMap();
    const { unmount } = render(<OrbitalMap ephemerides={undefined} label="World map" />);
    unmount();
    expect(document.querySelector('canvas')).toBeNull();
  });
});

describe('a browser that cannot draw', () => {
  let complaints: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error');
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => vi.restoreAllMocks());

  it('is told so in a sentence', async () => {
    const OrbitalMap = await loadMap();
    render(<OrbitalMap ephemerides={undefined} label="World map" />);
    expect(screen.getByRole('status').textContent).toBe(
      'The map cannot be drawn: this browser offers neither WebGL nor a 2D canvas. Positions are listed as text.',
    );
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.querySelector('[data-renderer="none"]')).not.toBeNull();
    expect(complaints).not.toHaveBeenCalled();
  });
});
