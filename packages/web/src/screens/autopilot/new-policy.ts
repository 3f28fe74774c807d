/** What a new policy starts with: it is off, asks first, and is kept small. */
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'

export function newPolicy(): AutopilotSettings {
  return {
    name: '',
    enabled: false,
    mode: 'approve',
    rules: [],
    scope: { providers: [], accounts: [], regions: [], tags: [] },
    conditions: {
      min_confidence: 0.8,
      min_monthly_savings: { amount: '5', currency: 'USD' },
      min_age_days: 14,
      environments: [],
      excluded_tags: [],
    },
    times: {
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      windows: [{ days: [1, 2, 3, 4], from: '09:00', to: '16:00' }],
      freezes: [],
    },
    limits: {
      max_changes_per_run: 10,
      max_savings_per_day: { amount: '500', currency: 'USD' },
      max_share_percent: 5,
    },
    canary_changes: 1,
    health: { wait_minutes: 60, checks: [] },
  }
}

/** "env=dev, team" as tags; without a value, any value. */
export function tagsOf(text: string): { key: string; value: string }[] {
  return listOf(text).map((item) => {
    const [key = '', ...value] = item.split('=')
    return { key: key.trim(), value: value.join('=').trim() }
  })
}

export function textOfTags(tags: readonly { key: string; value: string }[]): string {
  return tags.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)).join(', ')
}

export function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Error messages by the path of the field, from the schema of the request. Empty: it can be saved. */
export async function checkPolicy(settings: AutopilotSettings): Promise<Record<string, string>> {
  const [{ autopilotPolicyInput }, { describeIssue }] = await Promise.all([
    import('@kept/contract/inputs/autopilot.ts'),
    import('@kept/domain/describe-issue.ts'),
  ])
  const issues = autopilotPolicyInput.safeParse(settings).error?.issues ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), `This ${describeIssue(issue)}.`]))
}
