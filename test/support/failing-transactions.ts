/**
 * SQL that has PostgreSQL itself undo transactions that write to the tables there are: a share of the commits, and of the
 * statements, statements on their own as well. It says 40001 and 40P01, as it does when transactions meet.
 */
export function failingTransactions(ofCommits: number, ofStatements: number): string {
  return `
    create function fail_commit() returns trigger language plpgsql as $$ begin
      if current_setting('test.decided', true) is distinct from txid_current()::text then
        perform set_config('test.decided', txid_current()::text, false);
        if random() < ${ofCommits} then
          raise exception 'could not serialize access (by the test)' using errcode = '40001';
        end if;
      end if;
      return null;
    end $$;
    create function fail_statement() returns trigger language plpgsql as $$ begin
      if random() < ${ofStatements} then
        raise exception 'deadlock detected (by the test)' using errcode = '40P01';
      end if;
      return null;
    end $$;
    do $$ declare it record; begin
      for it in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('create constraint trigger test_fails_commit after insert or update or delete on %s
          deferrable initially deferred for each row execute function fail_commit()', it.name);
        execute format('create trigger test_fails_statement before insert or update or delete on %s
          for each statement execute function fail_statement()', it.name);
      end loop;
    end $$`;
}
