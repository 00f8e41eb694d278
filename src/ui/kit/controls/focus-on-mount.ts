/** For `ref`: a stable function, so that React calls it on mount only. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Like `focusOnMount`, with the whole text selected, so that typing replaces it. */
export function selectOnMount(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
