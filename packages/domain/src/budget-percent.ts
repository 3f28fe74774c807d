/** The thresholds a budget may alert at, in percent. */
export const budgetPercent = { min: 1, max: 1000 } as const
