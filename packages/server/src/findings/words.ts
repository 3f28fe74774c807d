/** What people are told of findings. */
import type { Finding } from '@kept/domain/finding.ts'
import { totalByCurrency } from '@kept/domain/money.ts'
import type { NewAlert } from '@kept/store/alerts/add-events.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import { moneyWords } from '../platform/money-words.ts'

/** "57 findings: 4,021.33 USD and 152.41 EUR a month could be saved": only money that is counted once. */
export function freshFindingsNotification(all: Finding[]): NewNotification | undefined {
  // An alternative to another finding is not a finding more.
  const fresh = all.filter(({ counted_in }) => counted_in === '')
  if (fresh.length === 0) return undefined
  const savings = totalByCurrency(
    fresh
      .filter(({ monthly_saving }) => monthly_saving !== null)
      .map(({ monthly_saving, currency }) => ({ amount: monthly_saving ?? '0', currency })),
  )
  const amounts = savings.map(({ amount, currency }) => moneyWords(amount, currency)).join(' and ')
  const [largest] = fresh.toSorted((a, b) => Number(b.monthly_saving ?? 0) - Number(a.monthly_saving ?? 0))
  return {
    kind: 'findings',
    title: `${fresh.length} new ${fresh.length === 1 ? 'finding' : 'findings'}`,
    body: [
      amounts ? `About ${amounts} a month could be saved.` : 'They need a look; no saving can be told from the bill.',
      largest?.monthly_saving ? `The largest: ${largest.title.toLowerCase()}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    href: '/savings',
    alerts: fresh.map(findingAlert),
  }
}

/** Each finding for itself: a rule about one service hears of that one's. */
function findingAlert(finding: Finding): NewAlert {
  return { ...alertOf(finding), kind: 'finding', severity: 'low', thread: `finding:${finding.id}` }
}

function alertOf({ title, summary, monthly_saving, currency, ...finding }: Finding) {
  return {
    amount: monthly_saving,
    currency,
    title,
    body: summary,
    href: `/savings?finding=${finding.id}`,
    labels: {
      provider: [finding.provider],
      sub_account: [finding.sub_account_id, finding.sub_account_name],
      service: [finding.service],
      region: [finding.region],
      resource: [finding.resource_id, finding.resource_name],
      rule: [finding.rule],
      owner: [finding.owner],
    },
    on: [finding.resource_id],
  }
}

/** What was done and is back: told one by one, for somebody believed it was over. */
export function regressionNotification(regressed: Finding[]): NewNotification {
  const names = regressed.map(({ resource_name, resource_id }) => resource_name || resource_id).filter(Boolean)
  const [first] = names
  return {
    kind: 'savings_regression',
    title: `${regressed.length} ${regressed.length === 1 ? 'saving has' : 'savings have'} come undone`,
    body: `What was done is seen in the bill again${first ? `: ${first}${names.length > 1 ? ` and ${names.length - 1} more` : ''}` : ''}. It saves nothing until it is done anew.`,
    href: '/savings',
    alerts: regressed.map((finding) => ({
      ...alertOf(finding),
      kind: 'savings_regression' as const,
      severity: 'high' as const,
      thread: `finding:${finding.id}`,
      title: `Came undone: ${finding.title}`,
    })),
  }
}
