/** What a report can be exported to; `doc` is a genuine .docx. */
export const exportFormats = ['pdf', 'doc', 'pptx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Those that programs can ask for by the public API: its contract names them, so that no client meets another one. */
export const publicFormats = ['pdf', 'doc'] as const satisfies readonly ExportFormat[];

export function isPublicFormat(format: string | null): boolean {
  return format === null || publicFormats.some((each) => each === format);
}

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
  pptx: {
    extension: 'pptx',
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    label: 'PowerPoint',
  },
};
