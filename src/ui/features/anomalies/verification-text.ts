import type { CommandVerification } from '../../../shared/entities/spacecraft.ts';

const VERDICT_TEXT: Readonly<Record<CommandVerification['verdict'], (text: string) => string>> = {
  waiting: () => 'command waits for a link',
  sent: () => 'command is on its way',
  watching: (text) => `expected: ${text}`,
  confirmed: (text) => `confirmed: ${text}`,
  'not confirmed': (text) => `not confirmed: ${text}`,
};

/** "confirmed: antenna at 0.0° within 20 s" */
export const verificationText = ({ verdict, observed, expected }: CommandVerification): string =>
  VERDICT_TEXT[verdict](observed ?? expected);
