import 'pixi.js/unsafe-eval';
import { Application, extend } from '@pixi/react';
import { Container } from 'pixi.js';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The floor of a cold load: React, a line of text and the map's stage with nothing on it. */

extend({ Container });

// As the map asks for it (src/ui/map/MapCanvas.tsx), on a machine without a graphics card.
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
