import type { PolicySettings } from '@kept/domain/security-policy.ts'
import {
  type PolicyKind,
  type RetentionData,
  retentionData,
  retentionSettings,
  type SignInMethod,
} from '@kept/domain/security-policy-kinds.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'

export const methodLabels: Record<SignInMethod, string> = {
  password: 'Password',
  passkey: 'Passkey',
  google: 'Google',
  github: 'GitHub',
  identity_provider: 'Identity provider',
}

export const coverLabels = { everything: 'Console and API', console: 'Console', api: 'API' } as const

export const actorLabels = { permitted: 'Everyone with the permission', admins: 'Admins' } as const
export const loopStopLabels = { alone: 'One person, at once', approved: 'A second person, above the amount' } as const
export const retentionLabels: Record<RetentionData, string> = {
  cost_lines: 'Bill lines',
  roll_ups: 'Daily costs',
  spans: 'Traces and logs',
  metrics: 'Metrics',
  audit: 'Audit log',
}

interface KindLabels {
  title: string
  description: string
  /** What a new policy starts with. */
  initial: PolicySettings
  /** The settings in one line. */
  summarize(settings: PolicySettings): string
}

export const policyLabels: Record<PolicyKind, KindLabels> = {
  second_factor: {
    title: 'Second factor',
    description: 'An authenticator app or a passkey, before anything opens.',
    initial: { applies_to: 'admins' },
    summarize: ({ applies_to }) => (applies_to === 'everyone' ? 'Required of everyone' : 'Required of admins'),
  },
  session_lifetime: {
    title: 'Session lifetime',
    description: 'How long a sign-in lasts, and how long without activity.',
    initial: { max_hours: 12, idle_minutes: 60 },
    summarize: ({ max_hours = 0, idle_minutes = 0 }) =>
      `${counted(max_hours, 'hour')}, ${counted(idle_minutes, 'minute')} without activity`,
  },
  sign_in: {
    title: 'Sign-in',
    description: 'How users may sign in, and with addresses of which domains.',
    initial: { methods: ['password', 'passkey', 'google', 'github', 'identity_provider'], email_domains: [] },
    summarize: ({ methods = [], email_domains = [] }) =>
      [methods.map((method) => methodLabels[method]).join(', '), email_domains.join(', ') || 'every domain'].join('; '),
  },
  api_keys: {
    title: 'API keys',
    description: 'How long a key lives, and from where it works.',
    initial: { max_days: 90, ranges: [] },
    summarize: ({ max_days = 0, ranges = [] }) =>
      `At most ${counted(max_days, 'day')}, ${ranges.length === 0 ? 'from everywhere' : `from ${ranges.join(', ')}`}`,
  },
  approvals: {
    title: 'Approvals',
    description: 'Who may change cloud resources, and above which amount a second person approves.',
    initial: { actors: 'permitted', approve_above: { amount: '500', currency: 'USD' }, loop_stops: 'alone' },
    summarize: ({ actors, approve_above = { amount: '0', currency: 'USD' }, loop_stops = 'alone' }) =>
      `${actorLabels[actors ?? 'permitted']}, a second person above ${formatMoney(approve_above.amount, approve_above.currency)} a month, ${loop_stops === 'alone' ? 'but one person may stop a loop' : 'for loops too'}`,
  },
  network: {
    title: 'Network',
    description: 'The addresses from which the organization can be used.',
    initial: { ranges: [], covers: 'everything' },
    summarize: ({ ranges = [], covers = 'everything' }) => `${coverLabels[covers]} from ${ranges.join(', ')}`,
  },
  required_tags: {
    title: 'Required tags',
    description:
      'The tags that resources must have. What lacks them is reported with its cost. It is not prevented: resources are created in your clouds, where Kept has no say.',
    initial: { tags: ['owner'], resource_types: [], accounts: [] },
    summarize: ({ tags = [], resource_types = [], accounts = [] }) =>
      [
        tags.join(', '),
        resource_types.length > 0 && `on ${counted(resource_types.length, 'type')}`,
        accounts.length > 0 && `in ${counted(accounts.length, 'account')}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  retention: {
    title: 'Data retention',
    description: 'How long data is stored. The savings ledger stays, and audit events keep their hashes.',
    initial: { cost_line_days: 400 },
    summarize: (settings) =>
      retentionData
        .flatMap((data) => {
          const days = settings[retentionSettings[data]]
          return days ? [`${retentionLabels[data]} ${counted(days, 'day')}`] : []
        })
        .join(', '),
  },
}
