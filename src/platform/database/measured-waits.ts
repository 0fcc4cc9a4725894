import type { Dialect, Driver } from 'kysely';

/** Called with the seconds that a query or transaction waited for its connection. */
export type OnWait = (seconds: number) => void;

/** The dialect, with each wait for a connection measured. */
export function measureWaits(dialect: Dialect, onWait: OnWait): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => measureDriver(dialect.createDriver(), onWait),
  };
}

function measureDriver(driver: Driver, onWait: OnWait): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (...options) => {
    const started = performance.now();
    const connection = await acquire(...options);
    onWait((performance.now() - started) / 1000);
    return connection;
  };
  return driver;
}
