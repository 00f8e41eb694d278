/** Input descriptions shared by WebDriver and WebDriver BiDi. https://www.w3.org/TR/webdriver2/#actions */

const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
};

const withMouse = (actions: readonly object[]) => ({
  actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
});

const moveTo = (x: number, y: number) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration: 0,
});
const DOWN = { type: 'pointerDown', button: 0 };
const UP = { type: 'pointerUp', button: 0 };

/** Press of the main mouse button, as arguments of "perform actions". */
export const clickAt = (x: number, y: number) => withMouse([moveTo(x, y), DOWN, UP]);

/** Drag with the main mouse button to the right, in steps as a hand makes them. */
export const dragFrom = (x: number, y: number, by: number) =>
  withMouse([moveTo(x, y), DOWN, ...[1, 2, 3, 4].map((step) => moveTo(x + (step * by) / 4, y)), UP]);

const onKeyboard = (actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[]) => ({
  actions: [{ type: 'key', id: 'keyboard', actions }],
});

/** Presses keys by name, each while all previous ones are held down. */
export function pressTogether(...names: readonly string[]) {
  const values = names.map((name) => KEYS[name] ?? name);
  return onKeyboard([
    ...values.map((value) => ({ type: 'keyDown' as const, value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
  ]);
}

export const typeText = (text: string) =>
  onKeyboard(
    [...text].flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const]),
  );

export interface WebDriverSession {
  /** Version that the browser reports. */
  readonly browserVersion: string;
  /** Sends a session command: method, path below the session, and parameters. */
  send<Value = void>(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object): Promise<Value>;
}

/** Starts a session with the driver at this address. */
export async function startSession(driverUrl: string, capabilities: object): Promise<WebDriverSession> {
  const { sessionId, capabilities: given } = await command<{
    readonly sessionId: string;
    readonly capabilities: { readonly browserVersion: string };
  }>('POST', `${driverUrl}/session`, { capabilities: { alwaysMatch: capabilities } });
  return {
    browserVersion: given.browserVersion,
    send: (method, path, parameters) =>
      command(method, `${driverUrl}/session/${sessionId}${path}`, parameters),
  };
}

async function command<Value>(method: string, url: string, parameters: object = {}): Promise<Value> {
  const answer = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(parameters) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}
