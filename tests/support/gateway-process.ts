import { openSharedAnswers } from '../../src/server/nats/shared-answers.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { composeGateway, handClock, KEY } from './gateway.ts';

/*
 * A gateway in a process of its own, which a test can kill. Its arguments are the addresses of NATS and of the services, the time,
 * and a path that it asks itself for once it has reached NATS.
 */

const [, , natsUrl = '', upstreamUrl = '', time = '', path = ''] = process.argv;
const shared = openSharedAnswers(natsUrl, (ms, action) => {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
});
const clock = handClock(epochMs(Number(time)));
const { gateway } = composeGateway({ upstreamUrl, clock, effects: { shared } });
shared.text(path).onReturn(() => void gateway.request(path, { headers: KEY }));
