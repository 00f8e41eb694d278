import { connect, type Socket } from 'node:net';

/** Result of a load test: requests per second, and the 99th percentile of the latency. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 32;
const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends requests in sequence over one connection until stopped, with minimal client work. */
function keepAsking(url: URL, request: string, latencies: number[], mayGoOn: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname);
    let sentAt = 0;
    let expected = 0;
    let received = 0;
    const send = (): void => {
      expected = 0;
      received = 0;
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (expected === 0) {
        const head = chunk.subarray(0, chunk.indexOf(HEAD_END)).toString('latin1');
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          socket.destroy();
          reject(new Error(`Not the answer of a load test: ${head}`));
          return;
        }
        expected = head.length + HEAD_END.length + Number(length);
      }
      received += chunk.length;
      if (received < expected) return;
      latencies.push(performance.now() - sentAt);
      if (mayGoOn()) send();
      else socket.end(resolve);
    });
  });
}

/** Requests a URL over 32 keep-alive connections for a given time. */
export async function measureLoad(
  address: string,
  headers: Readonly<Record<string, string>>,
  durationMs: number,
): Promise<LoadResult> {
  const url = new URL(address);
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const latencies: number[] = [];
  const started = performance.now();
  const mayGoOn = () => performance.now() - started < durationMs;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => keepAsking(url, request, latencies, mayGoOn)));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    p99Ms: latencies[Math.floor(0.99 * latencies.length)] ?? Number.NaN,
  };
}
