/** The views of /savings, as its address names them. */
export const views = ['findings', 'pipeline', 'ledger', 'statements'] as const
export type View = (typeof views)[number]

export function viewOf(word: string | undefined): View {
  return views.find((view) => view === word) ?? 'findings'
}
