// Plugin of Open MCT 4 for ORBITA-1: packets and their parameters, live values, history, limits, and a clock that follows
// mission time. It needs Open MCT with its plugins UTCTimeSystem and LADTable, and the dictionary beside it.

const NAMESPACE = 'orbita1';
const ROOT = 'spacecraft';
const CLOCK = 'orbita1';
/** Type of Open MCT for objects that show the latest values of what they contain. */
const PACKET = 'LadTable';
/** Type of the objects that have telemetry. */
const PARAMETER = 'orbita1.parameter';
/** Samples that the spacecraft sends at most in one answer. */
const MOST_SAMPLES = 20_000;
/** Wait before the first attempt to connect again; it doubles with each, up to the longest one. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

const identifierOf = (key) => ({ namespace: NAMESPACE, key });

/** A clock of Open MCT that stands where the spacecraft says. */
function createClock() {
  const listeners = new Map();
  let time = Date.now(); // until the spacecraft has said
  return {
    key: CLOCK,
    name: 'Mission time',
    description: 'Mission time of ORBITA-1, at whatever rate it goes on.',
    cssClass: 'icon-clock',
    on(event, listener, context) {
      if (event === 'tick') listeners.set(listener, context);
      return this;
    },
    off(event, listener) {
      if (event === 'tick') listeners.delete(listener);
      return this;
    },
    currentValue: () => time,
    set(next) {
      time = next;
      for (const [listener, context] of listeners) listener.call(context, time);
    },
  };
}

/** Keeps a WebSocket open: a lost connection is opened again, and subscribes to the same parameters. */
function createConnection(address, { onOpen, onTime }) {
  /** Callbacks by the key of their parameter. */
  const callbacks = new Map();
  let socket;
  let waitMs = FIRST_WAIT_MS;
  /** Requests without an answer, and who waits for it. */
  let unanswered = 0;
  const waiting = [];

  function say(request) {
    if (socket.readyState !== WebSocket.OPEN) return;
    unanswered += 1;
    socket.send(JSON.stringify(request));
  }

  function settle(left) {
    unanswered = left;
    if (left === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  function receive({ samples, time, subscribed }) {
    if (subscribed !== undefined) return settle(unanswered - 1);
    if (time !== undefined) return onTime(time);
    const byKey = new Map();
    for (const { key, utc, value } of samples) {
      if (!byKey.has(key)) byKey.set(key, []);
      byKey.get(key).push({ utc, value });
    }
    for (const [key, data] of byKey) for (const callback of callbacks.get(key) ?? []) callback(data);
  }

  function open() {
    socket = new WebSocket(address);
    socket.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      say({ subscribe: [...callbacks.keys()] });
      onOpen();
    });
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(data)));
    socket.addEventListener('close', () => {
      settle(0);
      setTimeout(open, waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    });
  }
  open();

  return {
    /** Resolves once the spacecraft sends all that has been subscribed to. */
    settled: () => new Promise((resolve) => (unanswered === 0 ? resolve() : waiting.push(resolve))),
    subscribe(key, callback) {
      if (!callbacks.has(key)) {
        callbacks.set(key, new Set());
        say({ subscribe: [key] });
      }
      callbacks.get(key).add(callback);
      return () => {
        const left = callbacks.get(key);
        left?.delete(callback);
        if (left?.size !== 0) return;
        callbacks.delete(key);
        say({ unsubscribe: [key] });
      };
    },
  };
}

/** Returns objects of Open MCT by their key, and the keys that each contains. */
function readDictionary({ name, packets }) {
  const objects = new Map();
  const contents = new Map([[ROOT, packets.map(({ key }) => key)]]);
  objects.set(ROOT, { identifier: identifierOf(ROOT), name, type: 'folder', location: 'ROOT', locked: true });
  for (const packet of packets) {
    contents.set(
      packet.key,
      packet.parameters.map(({ key }) => key),
    );
    objects.set(packet.key, {
      identifier: identifierOf(packet.key),
      name: packet.name,
      type: PACKET,
      configuration: {},
      locked: true,
      location: `${NAMESPACE}:${ROOT}`,
    });
    for (const { key, name: title, value, limits } of packet.parameters) {
      objects.set(key, {
        identifier: identifierOf(key),
        name: title,
        type: PARAMETER,
        locked: true,
        location: `${NAMESPACE}:${packet.key}`,
        limits,
        telemetry: {
          values: [
            { key: 'value', name: title, ...value, hints: { range: 1 } },
            { key: 'utc', source: 'utc', name: 'Mission time', format: 'utc', hints: { domain: 1 } },
          ],
        },
      });
    }
  }
  return { objects, contents };
}

/** Stands for the end of a limit that does not exist: tables of Open MCT expect both. */
const NO_LIMIT = { low: '-1e9', high: '1e9' };

/** Limits in their order of precedence, as Open MCT shows them. */
const LEVELS = [
  { level: 'critical', name: 'Critical', color: 'red' },
  { level: 'warning', name: 'Warning', color: 'yellow' },
];

const LIMIT_PROVIDER = {
  supportsLimits: ({ type, limits }) => type === PARAMETER && limits !== undefined,
  getLimitEvaluator: ({ limits }) => ({
    evaluate({ value }, metadata) {
      if (metadata?.key !== 'value') return undefined;
      for (const { level, name, color } of LEVELS) {
        const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = limits[level] ?? {};
        if (value < low)
          return {
            cssClass: `is-limit--lwr is-limit--${color}`,
            name: `${name} low`,
            low: Number.NEGATIVE_INFINITY,
            high: low,
          };
        if (value > high)
          return {
            cssClass: `is-limit--upr is-limit--${color}`,
            name: `${name} high`,
            low: high,
            high: Number.POSITIVE_INFINITY,
          };
      }
      return undefined;
    },
  }),
  getLimits: ({ limits }) => ({
    async limits() {
      const ends = (level, color) => {
        const { low, high } = { ...NO_LIMIT, ...limits[level] };
        return { low: { color, value: low }, high: { color, value: high } };
      };
      return Object.fromEntries(LEVELS.map(({ level, color }) => [level.toUpperCase(), ends(level, color)]));
    },
  }),
};

/**
 * Returns the plugin.
 * @param url web port of the spacecraft, such as http://127.0.0.1:10080
 * @param token what the spacecraft demands if it is bound beyond loopback
 */
export default function orbita1({ url, token }) {
  const addressOf = (path, parameters = {}) => {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    if (token) address.searchParams.set('token', token);
    return address;
  };

  return function install(openmct) {
    const dictionary = fetch(new URL('./orbita1-dictionary.json', import.meta.url))
      .then((answer) => answer.json())
      .then(readDictionary);
    const clock = createClock();

    /** Lets views ask for history again: what they show has a gap, or is of another branch of the mission. */
    function refresh() {
      if (openmct.time.getClock()?.key !== CLOCK || !openmct.time.isRealTime()) return;
      openmct.time.setClockOffsets(openmct.time.getClockOffsets());
    }
    let isOpened = false;
    const realtimeAddress = addressOf('/realtime');
    realtimeAddress.protocol = realtimeAddress.protocol.replace('http', 'ws');
    const connection = createConnection(realtimeAddress, {
      onOpen() {
        isOpened = true;
      },
      onTime(time) {
        const isBack = time < clock.currentValue();
        clock.set(time);
        if (isOpened || isBack) refresh();
        isOpened = false;
      },
    });

    openmct.time.addClock(clock);
    openmct.types.addType(PARAMETER, {
      name: 'Parameter',
      description: 'A parameter of the telemetry of ORBITA-1.',
      cssClass: 'icon-telemetry',
    });
    openmct.objects.addRoot(identifierOf(ROOT), openmct.priority.HIGH);
    openmct.objects.addProvider(NAMESPACE, {
      get: async ({ key }) => (await dictionary).objects.get(key),
    });
    openmct.composition.addProvider({
      appliesTo: ({ identifier, type }) => identifier.namespace === NAMESPACE && type !== PARAMETER,
      load: async ({ identifier }) =>
        ((await dictionary).contents.get(identifier.key) ?? []).map(identifierOf),
    });
    openmct.telemetry.addProvider({
      ...LIMIT_PROVIDER,
      supportsRequest: ({ type }) => type === PARAMETER,
      async request({ identifier }, { start, end, size, strategy, signal }) {
        const most = Math.min(MOST_SAMPLES, Math.floor(size ?? (strategy === 'latest' ? 1 : MOST_SAMPLES)));
        // Mission time may be ahead of the clock here: what reaches to it ends with the newest sample.
        const isToNow = openmct.time.isRealTime() && end >= clock.currentValue();
        const address = addressOf('/history', {
          parameter: identifier.key,
          start,
          end: isToNow ? Number.MAX_SAFE_INTEGER : end,
          size: Math.max(1, most),
          strategy: strategy === 'minmax' ? 'minmax' : 'latest',
        });
        await connection.settled(); // else samples between the history and the subscription would be lost
        const answer = await fetch(address, { signal });
        const body = await answer.json();
        if (!answer.ok) throw new Error(body.message);
        return body;
      },
      supportsSubscribe: ({ type }) => type === PARAMETER,
      supportsBatching: () => true,
      subscribe: ({ identifier }, callback) => connection.subscribe(identifier.key, callback),
    });
  };
}
