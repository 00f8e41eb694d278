import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from './loopback.ts';
import { answerOf, BEHAVIOURS, type Behaviour, KINDS, type Kind } from './upstream-answers.ts';

export type { Behaviour, Kind } from './upstream-answers.ts';

export interface UpstreamOptions {
  readonly now?: () => number;
  /** Degrees by which the ISS is ahead of the simulated one, along the orbit. */
  readonly aheadDegrees?: number;
  /** Delay of `slow-12s`; tests of a time limit use less. */
  readonly slowMs?: number;
}

/** Open Notify, N2YO and CelesTrak on one loopback address. */
export interface Upstream {
  readonly url: string;
  /** Number of received calls, including refused and broken ones. */
  calls(kind: Kind): number;
  /** Path and query of the last call. */
  lastPath(kind: Kind): string | undefined;
  set(kind: Kind, behaviour: Behaviour): void;
  /** Restores all services and resets the counters. */
  reset(): void;
  /** Number of calls to the target of `redirect`. */
  redirected(): number;
  hugeBytes(): number;
  close(): Promise<void>;
}

const UPSTREAM_KINDS: readonly Kind[] = [...KINDS, 'elements'];
const HUGE_BYTES = 50_000_000;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

function kindOf(path: string): Kind | undefined {
  if (path.startsWith('/iss-now.json')) return 'position';
  if (path.startsWith('/astros.json')) return 'astros';
  if (path.startsWith('/rest/v1/satellite/positions/')) return 'n2yo';
  if (path.startsWith('/NORAD/elements/gp.php?CATNR=25544&')) return 'celestrak';
  return path.startsWith('/NORAD/elements/gp.php') ? 'elements' : undefined;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** Starts the services, all working; `POST /control {kind, behaviour}` changes them from another process. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const { now = Date.now, aheadDegrees = 20, slowMs = 12_000 } = options;
  const behaviours = new Map<Kind, Behaviour>();
  const counts = new Map<Kind, number>();
  const paths = new Map<Kind, string>();
  let redirected = 0;
  let hugeBytes = 0;

  const elsewhere = createServer((_request, response) => {
    redirected += 1;
    response.end('{}');
  });
  const elsewhereUrl = await listen(elsewhere);

  const send = (kind: Kind, path: string, behaviour: Behaviour, response: ServerResponse): void => {
    const { status, type, body } = answerOf(kind, behaviour, { now: now(), path, aheadDegrees });
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };

  const pour = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    let left = HUGE_BYTES;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= CHUNK.length;
        hugeBytes += CHUNK.length;
        if (!response.write(CHUNK)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  };

  const play = (kind: Kind, path: string, response: ServerResponse): void => {
    const behaviour = behaviours.get(kind) ?? 'good';
    if (behaviour === 'hang') return;
    if (behaviour === 'reset') response.socket?.resetAndDestroy();
    else if (behaviour === 'huge') pour(response);
    else if (behaviour === 'redirect') response.writeHead(302, { location: elsewhereUrl + path }).end();
    else if (behaviour === 'slow-12s') {
      const timer = setTimeout(() => send(kind, path, 'good', response), slowMs);
      response.once('close', () => clearTimeout(timer));
    } else send(kind, path, behaviour, response);
  };

  const control = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') {
      const { kind, behaviour } = (await readJson(request)) as { kind: Kind; behaviour: Behaviour };
      if (!UPSTREAM_KINDS.includes(kind) || !BEHAVIOURS.includes(behaviour)) {
        response.writeHead(400).end(`There is no ${kind} that is ${behaviour}.`);
        return;
      }
      behaviours.set(kind, behaviour);
    }
    const calls = Object.fromEntries(UPSTREAM_KINDS.map((kind) => [kind, counts.get(kind) ?? 0]));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ calls }));
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const kind = kindOf(path);
    if (path === '/control') {
      control(request, response).catch((error) => response.writeHead(400).end(String(error)));
    } else if (kind) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      paths.set(kind, path);
      play(kind, path, response);
    } else {
      response.writeHead(404).end('Nothing is here.');
    }
  });
  // On a busy machine an idle connection may time out just as a call is sent on it.
  server.keepAliveTimeout = 0;
  const url = await listen(server);

  return {
    url,
    calls: (kind) => counts.get(kind) ?? 0,
    lastPath: (kind) => paths.get(kind),
    set: (kind, behaviour) => void behaviours.set(kind, behaviour),
    reset() {
      behaviours.clear();
      counts.clear();
      hugeBytes = 0;
    },
    redirected: () => redirected,
    hugeBytes: () => hugeBytes,
    close: async () => {
      await Promise.all([stop(server), stop(elsewhere)]);
    },
  };
}

/** Changes a service in another process, such as that of the browser tests' global setup. */
export async function setUpstream(url: string, kind: Kind, behaviour: Behaviour): Promise<void> {
  const answer = await fetch(`${url}/control`, { method: 'POST', body: JSON.stringify({ kind, behaviour }) });
  if (!answer.ok) throw new Error(await answer.text());
}
