const suspects = '/Suspects false';

/**
 * A PDF without the line by which Typst says that none of its tags are doubtful, in the same bytes. A PDF that lacks the
 * line says the same, and poppler calls it an error unless it is true.
 */
export function withoutSuspects(pdf: Uint8Array): Uint8Array {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  // The catalog is the last object, so no text of a report can look like it.
  const at = bytes.indexOf(suspects, bytes.lastIndexOf('/Type /Catalog'));
  // Spaces, because the table of a PDF's objects counts bytes.
  if (at >= 0) bytes.fill(' ', at, at + suspects.length);
  return bytes;
}
