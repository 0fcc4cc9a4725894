import { xml } from '../text/markup.ts';

/** Declares the prefixes that the parts of a presentation use. */
export const namespaces = xml`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
