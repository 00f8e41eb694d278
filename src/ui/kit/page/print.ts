import { createContext } from 'react';

/** Opens the browser's print dialog. */
export const PrintContext = createContext<() => void>(() => window.print());
