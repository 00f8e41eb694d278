import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));

/** Root of the project; also works from a bundle, as the benchmarks run. */
export const PROJECT_ROOT = findRoot(import.meta.dirname);

export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NodeProcess {
  /** Settles once the process has ended and all its output is read. */
  readonly ended: Promise<Ending>;
  /** Resolves with the first match in its stdout; rejects with all its output if it ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Stops reading its stdout, as when the other end of a pipe closes. */
  leaveOutput(): void;
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
}

/** Starts a script of the project in a separate Node process. */
export function startNode(
  script: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): NodeProcess {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, script), ...args], {
    cwd: PROJECT_ROOT,
    // One process at a time has the rooms of a build open.
    env: { ...process.env, ROOMS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);

  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', killWithUs);
      resolve({ code, stdout, stderr });
    });
  });

  return {
    ended,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (match) resolve(match);
        };
        child.stdout.on('data', look);
        look();
        ended.then(
          ({ code }) => reject(new Error(`${script} ended with ${code}:\n${stdout}${stderr}`)),
          reject,
        );
      }),
    leaveOutput: () => void child.stdout.destroy(),
    kill: (signal) => child.kill(signal),
  };
}
