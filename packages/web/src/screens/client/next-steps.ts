/** What the user should do next, derived from existing data; the most important first, at most four. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'

interface NextStep {
  id: string
  title: string
  description: string
  to: string
  search?: Record<string, string>
}

export interface Situation {
  overview: Overview
  unread: number
  /** Null while it is not known. */
  secondFactor: boolean | null
  /** How many people the organization has; null for who may not see them. */
  people: number | null
  mayImport: boolean
  demo: boolean
}

export function nextSteps({ overview, unread, secondFactor, people, mayImport, demo }: Situation): NextStep[] {
  const steps: (NextStep | false)[] = [
    demo && {
      id: 'tour',
      title: 'Take the tour',
      description: 'Six steps through the demo. You can leave at any time.',
      to: '/dashboard',
      search: { tour: '1' },
    },
    overview.first_day === null &&
      mayImport && {
        id: 'bill',
        title: 'Upload your first bill',
        description: 'One file is enough to see your costs and savings.',
        to: '/integrations',
      },
    overview.reconciliation.ok < overview.reconciliation.loads && {
      id: 'unproved',
      title: `${counted(overview.reconciliation.loads - overview.reconciliation.ok, 'bill')} did not reconcile`,
      description: 'Totals differ from the file. Open the reconciliation for details.',
      to: '/integrations',
    },
    ...overview.currencies.map(
      ({ currency, recommendations }) =>
        recommendations.count > 0 && {
          id: `recommendations ${currency}`,
          title: `Review ${counted(recommendations.count, 'recommendation')}`,
          description: `Estimated savings: ${formatMoney(recommendations.monthly_savings, currency)} a month.`,
          to: '/savings',
        },
    ),
    overview.reconciliation.rejected_rows > 0 && {
      id: 'aside',
      title: `${counted(overview.reconciliation.rejected_rows, 'row')} could not be read`,
      description: 'Skipped rows are not in your totals. See the line, column and reason.',
      to: '/integrations',
    },
    secondFactor === false &&
      !demo && {
        id: 'factor',
        title: 'Turn on two-factor authentication',
        description: 'It protects your account if your password is stolen.',
        to: '/settings',
        search: { tab: 'security' },
      },
    people === 1 && {
      id: 'people',
      title: 'Invite your team',
      description: 'Share costs and recommendations. You choose each role.',
      to: '/admin/users',
    },
    unread > 0 && {
      id: 'news',
      title: `Read ${counted(unread, 'notification')}`,
      description: 'New since your last visit.',
      to: '/notifications',
    },
  ]
  return steps.filter((step) => step !== false).slice(0, 4)
}
