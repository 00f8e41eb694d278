/**
 * Runs one task at a time; of the inputs that arrive meanwhile, only the newest is processed afterwards.
 * @param run does not reject
 */
export function newestOnly<Input>(run: (input: Input) => Promise<void>): (input: Input) => void {
  let isRunning = false;
  let waiting: { readonly input: Input } | undefined;
  return (input) => {
    waiting = { input };
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (waiting) {
        const next = waiting.input;
        waiting = undefined;
        await run(next);
      }
      isRunning = false;
    })();
  };
}
