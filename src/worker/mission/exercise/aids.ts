import type { ExerciseAids } from '../../../shared/contract/exercise.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { type ExplanationLabel, explanationLines } from '../../../shared/entities/explanation.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { withoutCauses } from '../../ground/anomalies/known-faults.ts';
import { rememberLast } from '../../kit/remember.ts';
import type { SimulationContext } from '../state/mission-state.ts';

/** Lines of an explanation that an aid gives. */
const HIDDEN_LINES = {
  explanations: ['Likely cause', 'If nothing is done', 'Do'],
  suggestions: ['Do'],
} as const satisfies Partial<Record<keyof ExerciseAids, readonly ExplanationLabel[]>>;

/**
 * Shows anomalies with some aids; the same list for the same anomalies.
 * @param aids all by default
 */
export function createAnomaliesShown(aids: ExerciseAids | undefined): SimulationContext['anomaliesShown'] {
  if (!aids || (aids.explanations && aids.suggestions)) return (anomalies) => anomalies;
  const hidden = new Set<ExplanationLabel | undefined>([
    ...(aids.explanations ? [] : HIDDEN_LINES.explanations),
    ...(aids.suggestions ? [] : HIDDEN_LINES.suggestions),
  ]);
  return rememberLast((anomalies: readonly Anomaly[]) =>
    anomalies.map(({ suggestedAction, ...anomaly }) => ({
      ...anomaly,
      aiExplanation: explanationLines(anomaly.aiExplanation)
        .filter(({ label }) => !hidden.has(label))
        .map(({ label, text }) => (label ? `${label}: ${text}` : text))
        .join('\n'),
      ...(aids.suggestions && suggestedAction && { suggestedAction }),
    })),
  );
}

/**
 * Shows the spacecraft with some aids; the same view for the same one.
 * @param aids all by default
 */
export function createViewShown(aids: ExerciseAids | undefined): SimulationContext['viewShown'] {
  if (!aids || aids.explanations) return (view) => view;
  let last: { readonly of: SpacecraftView; readonly shown: SpacecraftView } | undefined;
  return (view, anomalies) => {
    if (!view) return undefined;
    if (last?.of !== view) last = { of: view, shown: withoutCauses(view, anomalies) };
    return last.shown;
  };
}
