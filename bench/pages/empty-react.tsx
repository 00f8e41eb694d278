import 'pixi.js/unsafe-eval';
import { Application, extend } from '@pixi/react';
import { Container } from 'pixi.js';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Floor of a cold load: React, a line of text and the map's stage, empty. */

extend({ Container });

// The map's options (src/ui/map/scene/MapCanvas.tsx), on a machine without a GPU.
const OPTIONS = {
  preference: ['canvas'] as unknown as 'webgl',
  width: 1080,
  height: 540,
  autoStart: false,
  skipExtensionImports: true,
};

function Page() {
  const [isReady, setReady] = useState(false);
  return (
    <main data-shown data-stage={isReady || undefined}>
      <h1>Empty</h1>
      <Application {...OPTIONS} onInit={() => setReady(true)}>
        <pixiContainer />
      </Application>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
