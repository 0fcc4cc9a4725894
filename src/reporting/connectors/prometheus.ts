import type { Connector } from './contract.ts';
import { describePrometheus, prometheusConfig, prometheusSecret } from './prometheus/config.ts';
import { queryFigures } from './prometheus/figures.ts';
import { verifyPrometheus } from './prometheus/verification.ts';

/** Prometheus, and servers that speak its HTTP API. It computes the figures; only they are fetched. */
export const prometheusConnector: Connector<typeof prometheusConfig, typeof prometheusSecret> = {
  system: 'prometheus',
  reach: 'network',
  config: prometheusConfig,
  secret: prometheusSecret,
  origin: ({ url }) => URL.parse(url)?.origin ?? url,
  verify: verifyPrometheus,
  describe: async (config) => describePrometheus(config),
  query: (config, secret, query, context) => queryFigures({ config, secret, query, context }),
};
