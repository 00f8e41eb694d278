import { WebSocket } from 'ws';

/** A connection that carries WebDriver BiDi commands to a browser. https://www.w3.org/TR/webdriver-bidi/ */
export interface BidiConnection {
  send<Result = void>(method: string, params?: object): Promise<Result>;
}

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface Waiting {
  readonly method: string;
  readonly settle: (answer: Answer) => void;
}

export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url, { maxPayload: 0 }); // screenshots may be of any size
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.settle(answer);
  });
  socket.on('close', () => {
    for (const { settle } of [...waiting.values()])
      settle({ type: 'error', error: 'closed', message: 'the browser has ended' });
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, {
          method,
          settle({ type, result, error, message }) {
            waiting.delete(id);
            if (type === 'success') resolve(result as never);
            else reject(new Error(`${method}: ${error}: ${message}`));
          },
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}
