/**
 * The steps of beginning: what is done is read off what is there, so it can be left and taken up again anywhere. What a
 * person skipped is kept among their preferences.
 */
export const stepNames = ['organization', 'bill', 'people'] as const
export type StepName = (typeof stepNames)[number]

export interface Beginning {
  imports: number
  people: number
  mayRename: boolean
  mayImport: boolean
  mayInvite: boolean
  /** Preferences: "organization": true means settled or skipped. */
  settled: Readonly<Record<string, boolean | undefined>>
}

export interface Step {
  name: StepName
  done: boolean
}

/** Only what this person may do at all. */
export function stepsOf({ imports, people, mayRename, mayImport, mayInvite, settled }: Beginning): Step[] {
  const all: (Step & { offered: boolean })[] = [
    { name: 'organization', offered: mayRename, done: settled.organization === true },
    { name: 'bill', offered: mayImport, done: imports > 0 || settled.bill === true },
    { name: 'people', offered: mayInvite, done: people > 1 || settled.people === true },
  ]
  return all.filter(({ offered }) => offered).map(({ name, done }) => ({ name, done }))
}

/** The first step that is not done; null when all are. */
export function nextStep(steps: readonly Step[]): StepName | null {
  return steps.find(({ done }) => !done)?.name ?? null
}
