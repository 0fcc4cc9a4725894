import type { Lexicon } from '../lexer.ts';

/**
 * What would begin another statement or write, give hints that lock or read what is not committed, wait, and reach files and
 * other servers. `with` makes hints, and common tables, which no table within a statement may have.
 */
const words = `with into exec execute insert update delete merge truncate create alter drop grant revoke deny backup restore
  bulk declare set use go shutdown kill dbcc waitfor reconfigure openrowset openquery opendatasource openxml option
  nolock readuncommitted updlock xlock tablock tablockx paglock rowlock holdlock readpast serializable repeatableread
  xp_\\w+ sp_\\w+ fn_get_audit_file fn_get_sql fn_trace_\\w+ fn_xe_\\w+ fn_dump_dblog fn_dblog`;

/** The beginning of `(NOLOCK)` and its like stands in `words`, which are refused wherever they are. */
export const sqlServerLexicon: Lexicon = {
  textMarks: "'",
  nameMarks: '"[',
  hasBackslashes: false,
  symbols: [[/^@/, 'variables are not available']],
  words: new RegExp(`^(?:${words.split(/\s+/).join('|')})$`),
  calls: /^$/,
};
