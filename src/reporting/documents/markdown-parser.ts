import MarkdownIt from 'markdown-it';

/**
 * The deepest nesting that is parsed; anything deeper is dropped. With indentation alone, 20,000 characters reach 300
 * levels.
 */
const maxNesting = 1_000;

/** CommonMark with tables and without HTML. */
export const parser = new MarkdownIt('commonmark', { html: false, maxNesting }).enable('table');
// Every address is parsed as a link, so that a link refused later leaves only its text.
parser.validateLink = () => true;
