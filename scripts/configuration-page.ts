import { configVariables } from '../src/platform/config/variables.ts';

/** docs/configuration.md. */
export function configurationPage(): string {
  const rows = Object.entries(configVariables).map(([name, { default: fallback, meaning }]) => {
    return `| \`${name}\` | ${fallback === null ? '' : `\`${fallback}\``} | ${meaning} |`;
  });
  return `<!-- Made from src/platform/config/variables.ts by "npm run openapi". -->

# Configuration

The service is configured only by environment variables, which it reads once, when it starts. A variable that is empty counts as not
set. A value that is not valid stops the start, with one message that names every fault at once.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}

\`report-service doctor\` checks the configuration and everything it names.
`;
}
