import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { namespaces } from './namespaces.ts';

/** `word/settings.xml`: without the mode of Word 2013 and later, Word opens the file as if it came from Word 2007. */
export function settingsPart({ document }: ReportView): Markup {
  return xml`<w:settings ${namespaces}>${document.brand.font ? xml`<w:embedTrueTypeFonts/>` : null}<w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="${document.locale}" w:eastAsia="${document.locale}" w:bidi="${document.locale}"/></w:settings>`;
}
