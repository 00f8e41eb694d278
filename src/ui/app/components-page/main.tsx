import '@fontsource/b612/latin-400.css';
import '@fontsource/b612/latin-700.css';
import 'sonner/dist/styles.css';
import '../../kit/style/tokens.css';
import '../../kit/style/base.css';
import '../../kit/style/toasts.css';
import { createRoot } from 'react-dom/client';
import { ComponentsPage } from './ComponentsPage.tsx';

/** Component gallery for developers, at `/components.html` of `npm run dev`; not part of the build. */

const root = document.getElementById('root');
if (!root) throw new Error('components.html has no element with the id "root".');
createRoot(root).render(<ComponentsPage />);
