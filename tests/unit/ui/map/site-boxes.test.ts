import { describe, expect, it } from 'vitest';
import { SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { insidePicture } from '../../../../src/ui/map/geometry/inside-picture.ts';
import { placeLabels } from '../../../../src/ui/map/geometry/label-placement.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { siteBoxes } from '../../../../src/ui/map/geometry/site-boxes.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

/** Size of a phone's map, in CSS pixels. */
const PHONE = { width: 358, height: 179 };
const REACH = 8;
const RADIUS = 6.5;
const projector = createProjector(WHOLE_PLANE, PHONE);

describe('the symbol of a place', () => {
  it.each([
    ['north pole', 90, 0, [179, REACH]],
    ['south pole', -90, 0, [179, 179 - REACH]],
    ['date line from the east', 0, -180, [REACH, 89.5]],
    ['date line from the west', 0, 180, [358 - REACH, 89.5]],
    ['corner', 90, -180, [REACH, REACH]],
  ] as const)('is whole at the %s', (_, lat, lng, [x, y]) => {
    const place = insidePicture(projector.place(lng, lat), PHONE, REACH);
    expect([place.x, place.y]).toEqual([expect.closeTo(x), expect.closeTo(y)]);
    const [box] = siteBoxes(
      [{ latitude: degrees(lat), longitude: degrees(lng) }],
      RADIUS,
      projector,
      PHONE,
      REACH,
    );
    expect(box?.x).toBeGreaterThan(0);
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(PHONE.width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
  });

  it('stays where it is elsewhere', () => {
    const place = projector.place(-74, 40.7);
    expect(insidePicture(place, PHONE, REACH)).toEqual(place);
  });
});

it('the name of Houston avoids the cross of New York City on a phone', () => {
  const houston = projector.place(-95.4, 29.8);
  const label = { width: 42, height: 12 };
  const marks = siteBoxes([SATELLITES.iss.observer], RADIUS, projector, PHONE, REACH);
  const [mark] = marks;
  const place = (obstacles: typeof marks) =>
    placeLabels([{ x: houston.x, y: houston.y, radius: RADIUS, label }], PHONE, obstacles, [])[0];
  const isOn = (name: ReturnType<typeof place>): boolean =>
    name !== undefined &&
    mark !== undefined &&
    name.x < mark.x + mark.width &&
    mark.x < name.x + label.width &&
    name.y < mark.y + mark.height &&
    mark.y < name.y + label.height;
  expect(isOn(place([]))).toBe(true);
  expect(isOn(place(marks))).toBe(false);
});
