#!/usr/bin/env node
import { existsSync } from 'node:fs';

// The published package holds the built files only; a checkout runs its sources, on a Node that strips types.
const source = new URL('../src/command/main.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : '../dist/command/main.js');
const code = await main(process.argv.slice(2));
// A fault of the output may have set it already.
process.exitCode ||= code;
