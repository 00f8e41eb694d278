/** Bidirectional embeddings, overrides and isolates, and their terminators. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns user input for a plain string, with bidirectional isolation. Elements of the page use `bdi`. */
export function isolated(typed: string): string {
  const plain = typed.replace(DIRECTION_CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
