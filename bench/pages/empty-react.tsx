import 'pixi.js/unsafe-eval';
import { Application } from 'pixi.js';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Floor of a cold load: React, a line of text and the map's stage, empty. */

// The map's options (src/ui/map/scene/application.ts), on a machine without a GPU.
const OPTIONS = {
  preference: ['canvas'] as ('canvas' | 'webgl')[],
  width: 1080,
  height: 540,
  autoStart: false,
  skipExtensionImports: true,
};

function Page() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (canvas.current)
      void new Application().init({ ...OPTIONS, canvas: canvas.current }).then(() => setReady(true));
  }, []);
  return (
    <main data-shown data-stage={isReady || undefined}>
      <h1>Empty</h1>
      <canvas ref={canvas} />
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
