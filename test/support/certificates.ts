import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A private certificate authority with its files in the test's folder. */
export interface Authority {
  /** The path of its certificate. */
  readonly file: string;
  /** Makes a key and a certificate, and gives their paths. `names` is as `DNS:localhost,IP:127.0.0.1`. */
  sign(commonName: string, names?: string): { readonly certificate: string; readonly key: string };
}

/** Makes an authority with openssl, for two days. */
export function makeAuthority(folder: string): Authority {
  const path = (file: string) => join(folder, file);
  const openssl = (...parameters: string[]) => void execFileSync('openssl', parameters, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [file, authorityKey] = [path('authority.pem'), path('authority.key')];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=authority', '-keyout', authorityKey, '-out', file);
  return {
    file,
    sign(commonName, names = `DNS:${commonName}`) {
      const [request, extensions, certificate, key] = ['csr', 'cnf', 'pem', 'key'].map((end) =>
        path(`${commonName}.${end}`),
      ) as [string, string, string, string];
      openssl('req', ...newKey, '-subj', `/CN=${commonName}`, '-keyout', key, '-out', request);
      writeFileSync(extensions, `subjectAltName=${names}\n`);
      const signing = ['-CA', file, '-CAkey', authorityKey, '-CAcreateserial', '-extfile', extensions];
      openssl('x509', '-req', '-in', request, '-days', '2', ...signing, '-out', certificate);
      return { certificate, key };
    },
  };
}
