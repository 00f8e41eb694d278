import { describe, expect, it } from 'vitest';
import { createNatsLog, logMessage } from '../../../../src/server/rooms/nats-log.ts';
import { roomEntry } from '../../../support/room-homes.ts';

const EPOCH = 'epoch';

const message = (seq: number, ids: readonly string[], epoch = EPOCH) => ({
  seq,
  text: logMessage(epoch, ids.map(roomEntry)),
});

const numbered = (entries: readonly { readonly n: number; readonly id: string }[]) =>
  entries.map(({ n, id }) => [n, id]);

describe('the log that messages of NATS make', () => {
  it('numbers entries in the order of the stream', () => {
    const log = createNatsLog(EPOCH);
    expect(log.read(message(7, []))).toEqual([]);
    expect(numbered(log.read(message(9, ['one', 'two'])))).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(numbered(log.read(message(12, ['three'])))).toEqual([[3, 'three']]);
    expect([log.seq(), log.index.last()]).toEqual([12, 3]);
  });

  it('counts an id once, though two gateways have stored it', () => {
    const log = createNatsLog(EPOCH);
    log.read(message(1, ['one', 'two']));
    expect(numbered(log.read(message(2, ['two', 'three'])))).toEqual([[3, 'three']]);
    expect(log.read(message(3, ['one']))).toEqual([]);
    expect([1, 2, 3].map(log.seqOf)).toEqual([1, 1, 2]);
  });

  it('reads a message again as it was read first', () => {
    const log = createNatsLog(EPOCH);
    const messages = [message(1, ['one', 'two']), message(2, ['two', 'three']), message(5, ['one', 'four'])];
    const first = messages.map(log.read);
    expect(messages.map(log.reread)).toEqual(first);
    expect([1, 2, 3, 5, 6].map(log.messagesFrom)).toEqual([3, 2, 1, 1, 0]);
  });

  it('passes over another log and what is no message, and goes on', () => {
    const log = createNatsLog(EPOCH);
    const foreign = [
      '',
      '{',
      'null',
      '[]',
      '{"epoch":"epoch"}',
      '{"epoch":"epoch","entries":[1,{"id":"x"},null]}',
    ];
    for (const [index, text] of foreign.entries()) expect(log.read({ seq: index + 1, text })).toEqual([]);
    expect(log.read(message(20, ['one'], 'another'))).toEqual([]);
    expect(numbered(log.read(message(21, ['one'])))).toEqual([[1, 'one']]);
  });
});
