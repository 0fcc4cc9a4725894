import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';

export interface Instruction {
  readonly keyword: string;
  /** What follows the keyword, its lines joined. */
  readonly text: string;
}

/** The instructions of the Dockerfile, as a whole and by its stages. */
export function dockerfile(): { instructions: Instruction[]; stages: Instruction[][] } {
  const parsed = DockerfileParser.parse(readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8'));
  const instructions = parsed.getInstructions().map((instruction) => ({
    keyword: instruction.getKeyword(),
    text: instruction.getRawArgumentsContent()?.replaceAll(/\\\n\s*/g, '') ?? '',
  }));
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.keyword === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return { instructions, stages };
}
