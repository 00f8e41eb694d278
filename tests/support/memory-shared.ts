import type { SharedStore, VersionedText } from '../../src/gateway/effects.ts';

/** Texts that gateways of a test share, as NATS keeps them for several processes. */
export function createMemoryShared() {
  const texts = new Map<string, VersionedText>();
  let isAway = false;
  let writes = 0;
  const listeners: (() => void)[] = [];

  function demand(isKilled: boolean): void {
    if (isAway || isKilled) throw new Error('The store cannot be reached');
  }

  /** Returns the store as a process sees it, and how the process ends. */
  function open(): { readonly store: SharedStore; readonly kill: () => void } {
    let isKilled = false;
    const store: SharedStore = {
      text: (name) => ({
        onReturn: (listener) => void listeners.push(listener),
        async read(known) {
          demand(isKilled);
          const newest = texts.get(name) ?? { text: '', version: 0 };
          return newest.version === known ? undefined : newest;
        },
        async replace(text, version) {
          demand(isKilled);
          if ((texts.get(name)?.version ?? 0) !== version) return undefined;
          writes += 1;
          texts.set(name, { text, version: writes });
          return writes;
        },
      }),
    };
    return {
      store,
      kill: () => {
        isKilled = true;
      },
    };
  }

  return {
    open,
    /** Takes the store away, or brings it back. */
    setAway(is: boolean) {
      isAway = is;
      if (!is) for (const listener of listeners.splice(0)) listener();
    },
    writes: () => writes,
    /** All that is stored. */
    content: () =>
      [...texts]
        .flat()
        .map((text) => JSON.stringify(text))
        .join('\n'),
  };
}
