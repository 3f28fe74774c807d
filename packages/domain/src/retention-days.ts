/** How many days events of developer behavior may be kept. */
export const retentionDays = { min: 30, max: 800 } as const
