/** Holds up those who await it, while it is closed. */
export interface Gate {
  passed(): Promise<void> | undefined;
  /** Closes it, until the returned function is called. */
  hold(): () => void;
}

export function createGate(): Gate {
  let held: Promise<void> | undefined;
  return {
    passed: () => held,
    hold() {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
