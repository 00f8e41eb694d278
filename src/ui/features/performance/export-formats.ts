export const EXPORT_FORMATS = ['CSV', 'JSON'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
