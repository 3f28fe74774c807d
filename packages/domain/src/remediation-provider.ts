/** The providers whose resources Kept can act on. */

export const remediationProviders = ['aws', 'azure', 'gcp', 'kubernetes'] as const
export type RemediationProvider = (typeof remediationProviders)[number]
