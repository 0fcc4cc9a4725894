/** Before a change: its direction. With a no-break space, so that they stay on the line of their change. */
export const arrows = { up: '▲\u00a0', down: '▼\u00a0', flat: '', none: '' } as const;

/** The colours of a change, by what it means. */
export const signals = { good: 'good', bad: 'bad', neutral: 'muted' } as const;
