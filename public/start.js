// What has to be there before the page's own script, in every browser, old ones too: hence the old syntax, and one file,
// because the first picture waits for it. It sets the theme, says so where the browser is too old or the start fails,
// repairs a language that is none, and keeps the tasks of a page that rests. Nothing inline is let in.
(function () {
  var RELOAD_HINT_AFTER_MS = 10000;

  /** `src/ui/kit/preferences/AppliedTheme.tsx` keeps the theme from then on; tests hold the two together. */
  function setTheme() {
    var choice;
    try {
      choice = JSON.parse(localStorage.getItem('orbita.theme'));
    } catch (_error) {
      // No memory, or something else's: dark.
    }
    var isLight =
      choice === 'light' ||
      (choice === 'system' && window.matchMedia && matchMedia('(prefers-color-scheme: light)').matches);
    var theme = isLight ? 'light' : 'dark';
    document.documentElement.setAttribute('data-theme', theme);
    var scheme = document.querySelector('meta[name="color-scheme"]');
    if (scheme) scheme.setAttribute('content', theme);
  }

  /**
   * A system without a language (`LANG=C`) gives browsers one that is no language tag: `Intl` throws at it. This check
   * loads no language data, which takes a new page 15 to 45 ms.
   */
  function repairLanguage() {
    try {
      Intl.getCanonicalLocales(navigator.language);
    } catch (_error) {
      Object.defineProperty(navigator, 'language', { configurable: true, value: 'en' });
      Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en'] });
    }
  }

  /** One feature of each kind that came last to the browsers that are supported (README.md). */
  function isSupported() {
    return (
      typeof Promise === 'function' &&
      typeof Promise.withResolvers === 'function' &&
      'popover' in HTMLElement.prototype &&
      typeof CSS !== 'undefined' &&
      CSS.supports('selector(:has(a))')
    );
  }

  /**
   * Firefox loses a message between two ports that is under way as it puts the page into its back/forward cache. React's
   * scheduler would wait for it for ever, and the page that comes back would stand still. The scheduler takes `setImmediate`
   * where there is one: in this one, tasks that are still waiting when the page comes back are sent for again.
   */
  function keepTasks() {
    var waiting = [];
    var channel = new MessageChannel();
    function send() {
      channel.port2.postMessage(null);
    }
    channel.port1.onmessage = function () {
      var task = waiting.shift();
      if (task) task();
    };
    window.setImmediate = function (task) {
      waiting.push(task);
      send();
    };
    window.addEventListener('pageshow', function (event) {
      if (event.persisted) waiting.forEach(send);
    });
  }

  function paragraph(className, text) {
    var element = document.createElement('p');
    element.className = className;
    element.textContent = text;
    return element;
  }

  function reloadButton() {
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'start-reload';
    button.textContent = 'Reload page';
    button.onclick = function () {
      location.reload();
    };
    return button;
  }

  /** Nothing but the first words is there yet, or nothing at all any more. */
  function isConsoleMissing(root) {
    return !root.firstElementChild || root.querySelector('.start-state');
  }

  /** Says in the place of "Starting…" what is wrong, once: the first failure is the cause of the others. */
  function tell(role, text, detail, action) {
    var root = document.getElementById('root');
    if (!root || !isConsoleMissing(root) || root.querySelector('[role="alert"]')) return;
    var start = root.querySelector('.start');
    if (!start) {
      start = document.createElement('main');
      start.className = 'start';
      root.textContent = '';
      root.appendChild(start);
    }
    while (start.querySelector('.start-state, .start-detail, .start-reload'))
      start.removeChild(start.querySelector('.start-state, .start-detail, .start-reload'));
    var state = paragraph('start-state', text);
    state.setAttribute('role', role);
    start.appendChild(state);
    start.appendChild(paragraph('start-detail', detail));
    if (action) start.appendChild(action);
  }

  function fail(reason) {
    // After React has taken down what failed.
    setTimeout(function () {
      tell(
        'alert',
        'Mission control cannot start: ' + reason,
        'Reload the page. If that does not help, try another browser.',
        reloadButton()
      );
    });
  }

  /** The page's own script would fail half-way, and hide what is said here. */
  function forbidScripts() {
    var policy = document.createElement('meta');
    policy.setAttribute('http-equiv', 'Content-Security-Policy');
    policy.setAttribute('content', "script-src 'none'");
    document.head.appendChild(policy);
  }

  function whenParsed(task) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', task);
    else task();
  }

  setTheme();
  repairLanguage();

  if (!isSupported()) {
    forbidScripts();
    whenParsed(function () {
      tell(
        'alert',
        'This browser is too old for mission control.',
        'Use a current Chrome, Edge or Firefox, or Safari 17.4 or newer.'
      );
    });
    return;
  }

  keepTasks();
  window.addEventListener(
    'error',
    function (event) {
      var source = event.target;
      if (source instanceof HTMLScriptElement) fail('its script failed to load.');
      else if (source === window) fail(event.message || 'its script failed.');
    },
    true
  );
  window.addEventListener('unhandledrejection', function (event) {
    fail(String(event.reason));
  });
  setTimeout(function () {
    tell(
      'status',
      'Still starting…',
      'The page’s script has not arrived after 10 s: the connection is slow or interrupted.',
      reloadButton()
    );
  }, RELOAD_HINT_AFTER_MS);
})();
