/**
 * The steps of beginning. Whether one is done is read off what is there, so it can be left and taken up again anywhere,
 * by anybody of the organization; only what a person passed over is kept, among their preferences.
 */
export const stepNames = ['organization', 'bill', 'teams', 'budget', 'people'] as const
export type StepName = (typeof stepNames)[number]

export const stepTitles: Record<StepName, string> = {
  organization: 'Your organization',
  bill: 'First bill',
  teams: 'Teams and time zones',
  budget: 'Budget',
  people: 'Invite your team',
}

export interface Beginning {
  organization: { id: string; name: string }
  /** Whose name an organization has that nobody has named yet. */
  person: string
  /** The days there are bills for. */
  billed: { first: string; last: string } | null
  teams: readonly string[]
  budgets: readonly string[]
  /** Members and invited ones together. */
  people: number
  /** Steps this user has permission for; the others are not listed. */
  may: Record<StepName, boolean>
  /** Preferences: what was passed over, by step and organization. */
  passed: Readonly<Record<string, boolean | undefined>>
}

export interface Step {
  name: StepName
  state: 'done' | 'passed' | 'open'
  /** What is there already, in a few words; empty while nothing is. */
  description: string
}

export function stepsOf(beginning: Beginning): Step[] {
  const { organization, may, passed } = beginning
  return stepNames
    .filter((name) => may[name])
    .map((name) => {
      const description = thereIs(name, beginning)
      const isPassed = passed[passedKey(name, organization.id)] === true
      return { name, description, state: description !== '' ? 'done' : isPassed ? 'passed' : 'open' }
    })
}

/** The first step that waits; null when none does. */
export function nextStep(steps: readonly Step[]): StepName | null {
  return steps.find(({ state }) => state === 'open')?.name ?? null
}

/** A person of two organizations passes over a step in one of them. */
export function passedKey(name: StepName | 'card', organizationId: string): string {
  return `${name} ${organizationId}`
}

/** What the sign-up calls an organization until somebody says its name. */
function isUnnamed(organization: string, person: string): boolean {
  return organization === `${person}'s organization`
}

function thereIs(name: StepName, { organization, person, billed, teams, budgets, people }: Beginning): string {
  switch (name) {
    case 'organization':
      return isUnnamed(organization.name, person) ? '' : organization.name
    case 'bill':
      return billed ? `Bills from ${billed.first} to ${billed.last}` : ''
    case 'teams':
      return teams.join(', ')
    case 'budget':
      return budgets.join(', ')
    case 'people':
      return people > 1 ? `${people} members, including invited` : ''
  }
}
