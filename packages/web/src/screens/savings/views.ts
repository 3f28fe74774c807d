/** The views of /savings and their names in the address. */
export const views = ['recommendations', 'rules', 'pipeline', 'ledger', 'statements'] as const
export type View = (typeof views)[number]

export function viewOf(text: string | undefined): View {
  return views.find((view) => view === text) ?? 'recommendations'
}
