/**
 * Runs one task at a time; of the inputs that arrive meanwhile, only the newest is processed afterwards.
 * @param run does not reject; `isNewest` is false once a newer input waits
 */
export function newestOnly<Input>(
  run: (input: Input, isNewest: () => boolean) => Promise<void>,
): (input: Input) => void {
  let isRunning = false;
  let waiting: { readonly input: Input } | undefined;
  const isNewest = (): boolean => waiting === undefined;
  return (input) => {
    waiting = { input };
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (waiting) {
        const next = waiting.input;
        waiting = undefined;
        await run(next, isNewest);
      }
      isRunning = false;
    })();
  };
}
