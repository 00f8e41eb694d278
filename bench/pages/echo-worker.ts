/** The floor of every message: a worker that sends back what it gets. */
addEventListener('message', ({ data }) => postMessage(data));
