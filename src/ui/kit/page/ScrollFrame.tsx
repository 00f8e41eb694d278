import type { ReactNode } from 'react';

interface Props {
  /** Name for assistive technology. */
  readonly name: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Part of the page that scrolls by itself; the Tab key reaches it, so that the arrow keys can scroll it. */
export function ScrollFrame({ name, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus the keyboard could not scroll it
    <section className={className} aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
