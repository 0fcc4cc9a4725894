import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/config/config.ts';
import { configVariables } from '../../../src/platform/config/variables.ts';

test('the configuration page has exactly the variables that are read', () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  assert.deepEqual([...read].sort(), Object.keys(configVariables).sort());
});

test('each default on the page is the real one [C-EXPORT-8]', () => {
  for (const [name, { default: fallback }] of Object.entries(configVariables)) {
    if (fallback !== null) assert.deepEqual(readConfig({ [name]: fallback }), readConfig({}), name);
  }
});

test('each default on the page matters: another value is another configuration', () => {
  const others: Record<string, string> = {
    HOST: '0.0.0.0',
    PORT: '8081',
    DATA_DIR: 'elsewhere',
    DOWNLOAD_REDIRECTS: 'on',
    TRUST_PROXY: 'on',
    FAILED_AUTH_PER_MINUTE: '601',
    WORKERS: '3',
    MAX_RUNNING_PER_ACCOUNT: '5',
    ARTIFACT_DAYS: '31',
    AUDIT_DAYS: '401',
    LOG_LEVEL: 'debug',
  };
  const withDefault = Object.keys(configVariables).filter((name) => configVariables[name]?.default !== null);
  for (const name of withDefault) {
    const store = { OBJECT_STORE: 's3://bucket' };
    assert.notDeepEqual(readConfig({ ...store, [name]: others[name] }), readConfig(store), name);
  }
});
