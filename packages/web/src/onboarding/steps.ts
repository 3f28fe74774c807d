/**
 * The steps of onboarding. Whether one is done is derived from existing data, so it can be continued anywhere,
 * by anyone in the organization; only the steps a person skipped are stored, in their preferences.
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

export interface OnboardingState {
  organization: { id: string; name: string }
  /** Whose name an organization has by default. */
  person: string
  /** The days there are bills for. */
  billed: { first: string; last: string } | null
  teams: readonly string[]
  budgets: readonly string[]
  /** Members and invited ones together. */
  people: number
  /** Steps this user has permission for; the others are not listed. */
  may: Record<StepName, boolean>
  /** Preferences: what was skipped, by step and organization. */
  skipped: Readonly<Record<string, boolean | undefined>>
}

export interface Step {
  name: StepName
  state: 'done' | 'skipped' | 'open'
  /** What is there already, in a few words; empty while nothing is. */
  description: string
}

export function stepsOf(onboarding: OnboardingState): Step[] {
  const { organization, may, skipped } = onboarding
  return stepNames
    .filter((name) => may[name])
    .map((name) => {
      const description = describeResult(name, onboarding)
      const isSkipped = skipped[skippedKey(name, organization.id)] === true
      return { name, description, state: description !== '' ? 'done' : isSkipped ? 'skipped' : 'open' }
    })
}

/** The first open step; null when there is none. */
export function nextStep(steps: readonly Step[]): StepName | null {
  return steps.find(({ state }) => state === 'open')?.name ?? null
}

/** The preference key of a skipped step, which is skipped in one organization only. */
export function skippedKey(name: StepName | 'card', organizationId: string): string {
  return `${name} ${organizationId}`
}

/** Whether an organization still has the default name from the sign-up. */
function isUnnamed(organization: string, person: string): boolean {
  return organization === `${person}'s organization`
}

function describeResult(
  name: StepName,
  { organization, person, billed, teams, budgets, people }: OnboardingState,
): string {
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
