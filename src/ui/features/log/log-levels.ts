import type { LogLevel } from '../../../shared/entities/event-log.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';

export const LOG_STATUS: Readonly<Record<LogLevel, StatusLevel>> = {
  critical: 'critical',
  serious: 'serious',
  warning: 'caution',
  success: 'normal',
  info: 'standby',
};

export const LOG_TEXT: Readonly<Record<LogLevel, string>> = {
  critical: 'Critical',
  serious: 'Serious',
  warning: 'Warning',
  success: 'Success',
  info: 'Info',
};

export const MOST_URGENT_FIRST = [
  'critical',
  'serious',
  'warning',
  'success',
  'info',
] as const satisfies readonly LogLevel[];
