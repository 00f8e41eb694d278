/** Floor of every message: a worker that echoes. */
addEventListener('message', ({ data }) => postMessage(data));
