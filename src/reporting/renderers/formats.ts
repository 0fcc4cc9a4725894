/** What a report can be exported to; `doc` is a genuine .docx. */
export const exportFormats = ['pdf', 'doc'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The files of the formats; `label` is what people call them, in every language. */
export const fileTypes: Readonly<
  Record<ExportFormat, { readonly extension: string; readonly contentType: string; readonly label: string }>
> = {
  pdf: { extension: 'pdf', contentType: 'application/pdf', label: 'PDF' },
  doc: {
    extension: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word',
  },
};
