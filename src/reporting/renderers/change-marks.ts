/** Before a change: its direction. With a no-break space, so that they stay on the line of their change. */
export const arrows = { up: '▲\u00a0', down: '▼\u00a0', flat: '', none: '' } as const;

/** The colours of a change, by what it means. */
export const signals = { good: 'good', bad: 'bad', neutral: 'muted' } as const;

/** Before figures that are better or worse than what the table is marked against. */
export const ticks = { good: '✓\u00a0', bad: '✗\u00a0' } as const;
