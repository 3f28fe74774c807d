/** Percentages that bands promise to cover. */
export const levels = [50, 80, 95] as const
export type Level = (typeof levels)[number]
