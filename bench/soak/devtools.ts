import type { CDPSession, Page } from 'playwright-core';

/** Memory of a page as Chromium reports it, each after a garbage collection. */
export interface Memory {
  readonly heapKb: number;
  readonly workerHeapKb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Bytes; typed arrays are counted separately. */
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

const kbOf = ({ usedSize, backingStorageSize = 0 }: HeapUsage): number =>
  (usedSize + backingStorageSize) / 1024;

export interface MemoryReader {
  read(): Promise<Memory>;
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
}

/** Newest worker of a page, reached through the page's session because it has none of its own. */
class WorkerSession {
  private readonly page: CDPSession;
  private workerSession: string | undefined;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private nextId = 1;

  constructor(page: CDPSession) {
    this.page = page;
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.workerSession = sessionId;
    });
    page.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message) as Reply;
      if (id === undefined) return;
      this.waiting.get(id)?.(result);
      this.waiting.delete(id);
    });
  }

  async ask(method: string): Promise<unknown> {
    if (this.workerSession === undefined) throw new Error('The page has no worker.');
    const id = this.nextId++;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    await this.page.send('Target.sendMessageToTarget', {
      sessionId: this.workerSession,
      message: JSON.stringify({ id, method, params: {} }),
    });
    return answer;
  }
}

/** @param page loaded, with its worker running */
export async function readMemory(page: Page): Promise<MemoryReader> {
  const session = await page.context().newCDPSession(page);
  const worker = new WorkerSession(session);
  await session.send('Performance.enable');
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return {
    async read() {
      await session.send('HeapProfiler.collectGarbage');
      const heap = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
      const { metrics } = await session.send('Performance.getMetrics');
      const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
      await worker.ask('HeapProfiler.collectGarbage');
      const workerHeap = (await worker.ask('Runtime.getHeapUsage')) as HeapUsage;
      return {
        heapKb: kbOf(heap),
        workerHeapKb: kbOf(workerHeap),
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
      };
    },
  };
}
