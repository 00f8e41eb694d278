/** The page's root font size in CSS pixels, which grows with the screen: a rem. */
export const rootTypePx = (): number =>
  Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize) || 16;
