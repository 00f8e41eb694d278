/** Four short lines of an anomaly's `aiExplanation` (spec §3: one text), each "Label: text", in this order. */
export const EXPLANATION_LABELS = ['Seen', 'Likely cause', 'If nothing is done', 'Do'] as const;
export type ExplanationLabel = (typeof EXPLANATION_LABELS)[number];

export type Explanation = Readonly<Record<ExplanationLabel, string>>;

/** Formats the lines after the first, which cites a reading; each begins with a line feed. */
export const formatAfterSeen = (explanation: Omit<Explanation, 'Seen'>): string =>
  `\nLikely cause: ${explanation['Likely cause']}\nIf nothing is done: ${explanation['If nothing is done']}\nDo: ${explanation.Do}`;

/** Joins the first line and the result of `formatAfterSeen`. */
export const joinExplanation = (seen: string, afterSeen: string): string => `Seen: ${seen}${afterSeen}`;

export interface ExplanationLine {
  /** `undefined` for a line without a known label. */
  readonly label: ExplanationLabel | undefined;
  readonly text: string;
}

/** Splits any explanation into lines. */
export const explanationLines = (explanation: string): readonly ExplanationLine[] =>
  explanation
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const label = EXPLANATION_LABELS.find((known) => line.startsWith(`${known}: `));
      return { label, text: label ? line.slice(label.length + 2) : line };
    });
