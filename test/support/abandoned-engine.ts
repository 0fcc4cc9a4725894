import { configureEngine } from '../../src/reporting/connectors/engine/engine.ts';
import { fileConnector } from '../../src/reporting/connectors/file.ts';
import { openFileContext } from './file-connection.ts';
import { stuckConfig, wholePeriod } from './stuck-query.ts';

// Prints the id of its engine's process, in which a query runs that cannot be interrupted, and waits to be killed.
const [, , root = ''] = process.argv;
configureEngine({ onStart: (pid) => process.stdout.write(`${pid}\n`) });
await using context = openFileContext([root]);
await fileConnector.query(stuckConfig, null, wholePeriod, context);
