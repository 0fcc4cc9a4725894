import { startSqlServer } from '../test/doubles/sql-server/server.ts';

/** SQL Server's double in a process of its own, whose table `sales` has ten million rows of a million customers. */
const server = await startSqlServer({
  answer: (sql) => (sql.includes('groups__') && sql.includes("'endless'") ? { endless: () => {} } : undefined),
});
await server.tables.run(`CREATE TABLE dbo.sales AS SELECT TIMESTAMP '2024-01-01' + to_seconds(n * 3) AS moment,
  'Customer ' || n % 1000000 AS customer, CAST(n % 977 AS DECIMAL(12, 2)) AS amount FROM range(10000000) AS numbers(n)`);
process.on('disconnect', () => process.exit());
process.send?.(server.port);
