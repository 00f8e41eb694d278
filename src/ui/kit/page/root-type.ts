/** Root font size in CSS pixels, which scales with the screen: a rem. */
export const rootTypePx = (): number =>
  Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize) || 16;
