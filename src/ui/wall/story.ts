import type { ConsoleDuty } from '../../shared/entities/duty-crew.ts';
import type { Anomaly } from '../../shared/entities/entities.ts';
import { type ExplanationLabel, explanationLines } from '../../shared/entities/explanation.ts';
import type { CommandVerification, SpacecraftView } from '../../shared/entities/spacecraft.ts';
import { isOngoing } from '../features/anomalies/fault-state.ts';
import { verificationText } from '../features/anomalies/verification-text.ts';
import { fitSentences, fitWords } from './truncate.ts';

export interface Chapter {
  readonly title:
    | 'Seen'
    | 'Likely cause'
    | 'If nothing is done'
    | 'Duty crew'
    | 'Action'
    | 'Verification'
    | 'Recovery';
  readonly text: string;
}

/** Data for the story besides the anomaly itself. */
export interface StoryContext {
  readonly view: SpacecraftView | undefined;
  readonly verifications: readonly CommandVerification[];
  /** Duty of the crew; `undefined` while the operator has the console. */
  readonly crew: Pick<ConsoleDuty, 'task'> | undefined;
}

/** About two lines of the panel, including the chapter's title. */
const LETTERS = 58;

function actionOf({ id, suggestedAction }: Anomaly, crew: StoryContext['crew']): Chapter | undefined {
  if (!crew) return suggestedAction && { title: 'Action', text: suggestedAction };
  const { text, anomalyId, command } = crew.task ?? { text: 'Monitors' };
  return { title: 'Duty crew', text: command && anomalyId === id ? `${text}: ${command}` : text };
}

/** Returns the telemetry verification of the answering command, which may not have fixed anything yet. */
function outcomeOf(isOver: boolean, verification: CommandVerification | undefined): Chapter {
  if (isOver) return { title: 'Recovery', text: 'the fault has ended' };
  if (!verification) return { title: 'Recovery', text: 'not yet' };
  return { title: 'Verification', text: fitWords(verificationText(verification), LETTERS) };
}

/**
 * Returns the story of an anomaly: what was observed, why, the outlook, the action, and its effect. The outlook
 * makes way for the recovery once action is taken.
 */
export function storyOf(anomaly: Anomaly, context: StoryContext): readonly Chapter[] {
  const lines = explanationLines(anomaly.aiExplanation);
  const textOf = (label: ExplanationLabel): string | undefined =>
    lines.find((line) => line.label === label)?.text;
  const isOver = !isOngoing(anomaly, context.view);
  const verification = context.verifications.find(({ commandId }) => commandId === anomaly.answer);
  const isActedOn = isOver || (verification !== undefined && verification.verdict !== 'not confirmed');
  const outlook = isActedOn ? [] : (['If nothing is done'] as const);
  const chapters = (['Seen', 'Likely cause', ...outlook] as const).flatMap((title): Chapter[] => {
    const text = textOf(title) ?? (title === 'Seen' ? anomaly.message : undefined);
    return text ? [{ title, text: fitSentences(text, LETTERS) }] : [];
  });
  const action = actionOf(anomaly, context.crew);
  return [...chapters, ...(action ? [action] : []), outcomeOf(isOver, verification)];
}
