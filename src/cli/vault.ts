import type { Command } from 'commander';
import { operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

export function vaultCommands(program: Command, context: CommandContext): void {
  program
    .command('vault')
    .description('the key that seals the secrets of connections')
    .command('rotate')
    .description('seal all secrets with a new key; if interrupted, run it again')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { keyId, resealed } = await context.rotateVault(operator());
      print({ key_id: keyId, resealed }, Boolean(flags.json));
    });
}
