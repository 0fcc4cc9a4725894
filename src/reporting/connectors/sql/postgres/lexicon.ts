import type { Lexicon } from '../lexer.ts';

/**
 * What a role may call in a read-only transaction although it waits, holds locks, reaches files and other servers,
 * changes settings, or runs a text as SQL.
 */
const words = `copy set_config nextval setval currval lastval loread lowrite ts_stat ts_rewrite connectby notify into
  pg_stat_file pg_read_\\w+ pg_ls_\\w+ pg_file_\\w+ pg_sleep\\w* pg_advisory_\\w+ pg_try_advisory_\\w+ pg_terminate_\\w+
  pg_cancel_\\w+ pg_reload_\\w+ pg_rotate_\\w+ pg_notify pg_logical_\\w+ pg_replication_\\w+ pg_create_\\w+ pg_drop_\\w+
  pg_start_\\w+ pg_stop_\\w+ pg_backup_\\w+ pg_switch_\\w+ pg_wal_\\w+ pg_promote pg_import_\\w+ pg_export_\\w+
  pg_log_\\w+ pg_current_logfile pg_stat_reset\\w* pg_stat_statements_reset pg_extension_\\w+ pg_execute_\\w+
  pg_prewarm pg_copy_\\w+ pg_sync_\\w+ lo_\\w+ dblink\\w* crosstab\\w* normal_rand query_to_xml\\w* cursor_to_xml\\w*
  table_to_xml\\w* schema_to_xml\\w* database_to_xml\\w* xpath_table postgres_fdw_\\w+ http\\w*_(?:get|post|put) plpy\\w*`;

export const postgresLexicon: Lexicon = {
  textMarks: "'",
  nameMarks: '"',
  hasBackslashes: false,
  symbols: [[/^\$/, 'a $ may stand only in texts in single quotes']],
  words: new RegExp(`^(?:${words.split(/\s+/).join('|')})$`),
  calls: /^$/,
};
