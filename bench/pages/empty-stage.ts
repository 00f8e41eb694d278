import { Application } from 'pixi.js';

/** An empty stage with size, resolution and renderer from the query: the floor of every frame. */
const query = new URLSearchParams(location.search);
const app = new Application();
await app.init({
  width: Number(query.get('width')),
  height: Number(query.get('height')),
  preference: [query.get('renderer') === 'webgl' ? 'webgl' : 'canvas'],
});
document.body.append(app.canvas);
Object.assign(window, { isReady: true });
