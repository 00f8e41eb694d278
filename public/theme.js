// The chosen theme before the first paint: the page's own script comes too late for that, and nothing inline is let in.
// `src/ui/preferences/AppliedTheme.tsx` keeps it from then on; tests hold the two together.
(() => {
  let choice;
  try {
    choice = JSON.parse(localStorage.getItem('orbita.theme'));
  } catch {
    // No memory, or something else's: dark.
  }
  const isLight =
    choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  const theme = isLight ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', theme);
})();
