/** The views of /admin; those about money are for whoever runs this Kept. */
export const adminViews = ['overview', 'customers', 'commission', 'analytics'] as const
export type AdminView = (typeof adminViews)[number]

export const adminWords: Record<AdminView, { label: string; words: string }> = {
  overview: { label: 'Overview', words: 'Your organization and the installation.' },
  customers: {
    label: 'Customers',
    words: 'Organizations of this installation: the rule each is billed by, what they saved and what they owe.',
  },
  commission: {
    label: 'Commission',
    words:
      'What holds for every customer without a rule of their own. A change is a new version; closed months keep theirs.',
  },
  analytics: {
    label: 'Analytics',
    words: 'Verified savings and fees from signed statements, each currency by itself.',
  },
}
