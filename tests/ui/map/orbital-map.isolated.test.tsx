import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The renderer is chosen once per page, so every test loads its own page. */
async function loadMap() {
  vi.resetModules();
  return (await import('../../../src/ui/map/OrbitalMap.tsx')).OrbitalMap;
}

/** Nothing has arrived yet. */
const nothing = { ephemerides: undefined, contacts: undefined, trailMs: 0, leadMs: 0 };

describe('the map', () => {
  it('is a group with its own text around an image', async () => {
    const OrbitalMap = await loadMap();
    render(<OrbitalMap {...nothing} className="wide" />);
    const map = screen.getByRole('group', {
      name: 'World map with ORBITA-1 and the ISS, their tracks and footprints, the ground stations and the night side of the Earth',
    });
    expect(map.className).toContain('wide');
    expect(within(map).getByRole('img', { name: 'World map' })).toBeVisible();
  });

  it('unmounts without errors', async () => {
    const OrbitalMap = await loadMap();
    const { unmount } = render(<OrbitalMap {...nothing} />);
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

  it('shows a message', async () => {
    const OrbitalMap = await loadMap();
    render(<OrbitalMap {...nothing} />);
    expect(screen.getByRole('status').textContent).toBe('Map unavailable');
    expect(
      screen.getByText('This browser offers neither WebGL nor a 2D canvas. Positions are listed as text.'),
    ).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.querySelector('[data-renderer="none"]')).not.toBeNull();
    expect(complaints).not.toHaveBeenCalled();
  });
});
