/** What a person should do next, worked out from what is there; the most important first, never more than four. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'

export interface NextStep {
  id: string
  title: string
  words: string
  to: string
  search?: Record<string, string>
}

export interface Situation {
  overview: Overview
  unread: number
  /** Null while it is not known. */
  secondFactor: boolean | null
  /** How many people the organisation has; null for who may not see them. */
  people: number | null
  mayImport: boolean
  demo: boolean
}

export function nextSteps({ overview, unread, secondFactor, people, mayImport, demo }: Situation): NextStep[] {
  const steps: (NextStep | false)[] = [
    overview.first_day === null &&
      mayImport && {
        id: 'bill',
        title: 'Bring in your first bill',
        words: 'One file is enough to see what you spend and where it leaks.',
        to: '/integrations',
      },
    overview.reconciliation.ok < overview.reconciliation.loads && {
      id: 'unproved',
      title: `${counted(overview.reconciliation.loads - overview.reconciliation.ok, 'bill')} did not reconcile`,
      words: 'The sums differ from the file; the proof says by how much and where.',
      to: '/integrations',
    },
    ...overview.currencies.map(
      ({ currency, findings }) =>
        findings.count > 0 && {
          id: `findings ${currency}`,
          title: `Look at ${counted(findings.count, 'finding')}`,
          words: `An estimated ${formatMoney(findings.monthly_saving, currency)} a month could be saved.`,
          to: '/savings',
        },
    ),
    overview.reconciliation.rows_set_aside > 0 && {
      id: 'aside',
      title: `${counted(overview.reconciliation.rows_set_aside, 'row')} could not be read`,
      words: 'They are set aside with line, column and reason, and are not in your totals.',
      to: '/integrations',
    },
    secondFactor === false &&
      !demo && {
        id: 'factor',
        title: 'Protect your account with a second step',
        words: 'A stolen password is then not enough to sign in.',
        to: '/settings',
        search: { tab: 'security' },
      },
    people === 1 && {
      id: 'people',
      title: 'Invite the people who pay for this with you',
      words: 'They see the same figures, each with a role of their own.',
      to: '/admin/users',
    },
    unread > 0 && {
      id: 'news',
      title: `Read ${counted(unread, 'notification')}`,
      words: 'What came in since you looked last.',
      to: '/notifications',
    },
  ]
  return steps.filter((step) => step !== false).slice(0, 4)
}
