import type { Preferences } from '@kept/contract/inputs/auth.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { useQuery } from '@tanstack/react-query'
import { useProfile, useSetPreference } from '../account/useProfile.ts'
import { api } from '../api/client.ts'
import { ttl } from '../api/ttl.ts'
import { useMe } from '../shell/useMe.ts'
import { nextStep, type OnboardingState, type Step, type StepName, skippedKey, stepsOf } from './steps.ts'

/** The onboarding steps of this organization, derived from existing data; and a function to skip one. */
export function useOnboarding() {
  const me = useMe().data
  const profile = useProfile()
  const may = (permission: Permission) => me?.permissions.includes(permission) ?? false
  // The demo organization is set up already, and cannot be renamed or invite users.
  const isOwnOrganization = me !== undefined && !me.organization.demo
  const overview = useQuery({
    ...api.costOptimization.overview.queryOptions({ input: {}, staleTime: ttl.overview }),
    enabled: isOwnOrganization,
  })
  const settings = useQuery({
    ...api.developerBehavior.settings.queryOptions({ input: {} }),
    enabled: isOwnOrganization,
  })
  const budgets = useQuery({ ...api.budgets.list.queryOptions({ input: {} }), enabled: isOwnOrganization })
  const people = useQuery({
    ...api.users.list.queryOptions({ input: { page: 1, page_size: 1 }, staleTime: ttl.userList }),
    enabled: isOwnOrganization && may('users:write'),
  })
  const preference = useSetPreference()
  const preferences = profile.data?.user_metadata.preferences as Preferences | undefined
  const skipped = preferences?.onboarding ?? {}
  const queries = [profile, overview, settings, budgets]
  const isLoaded = profile.data && overview.data && settings.data && budgets.data && !people.isLoading
  const state: OnboardingState | null =
    me && isOwnOrganization && isLoaded
      ? {
          organization: me.organization,
          person: me.user.full_name,
          billed: daysOf(overview.data.data),
          teams: settings.data.data.teams.map(({ team_name }) => team_name),
          budgets: budgets.data.data.map(({ name }) => name),
          people: people.data?.meta.total ?? 1,
          may: {
            organization: may('organization:write'),
            bill: may('costs:import'),
            teams: may('behavior:write'),
            budget: may('alerts:write'),
            people: may('users:write'),
          },
          skipped,
        }
      : null
  const steps: Step[] | null = state && stepsOf(state)
  return {
    me,
    overview: overview.data?.data,
    /** Null while it is loading, and in the demo, which has no onboarding. */
    steps,
    next: steps && nextStep(steps),
    failed: queries.find(({ isError }) => isError) ?? null,
    isDismissed: me !== undefined && skipped[skippedKey('card', me.organization.id)] === true,
    /** Skips a step, or dismisses the card; stored in the user's preferences, for all devices. */
    skip: async (name: StepName | 'card') => {
      if (me) await preference.set({ onboarding: { ...skipped, [skippedKey(name, me.organization.id)]: true } })
    },
  }
}

function daysOf({ first_day: first, last_day: last }: { first_day: string | null; last_day: string | null }) {
  return first !== null && last !== null ? { first: formatDay(first), last: formatDay(last) } : null
}
