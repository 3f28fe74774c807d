import type { SecurityScanResult, SecurityScanWithResults } from '@kept/contract/routes/security-scans.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { TextLink } from '../../../shell/TextLink.tsx'
import { describeSaving, formatSavings } from './also-saves.ts'

/** A month's estimate, hatched as every estimate. */
export function MonthlySaving({ savings }: { savings: SecurityScanResult['also_saves'] }) {
  const text = formatSavings(savings)
  if (text === '') return null
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="hatch-leak h-2.5 w-3.5 shrink-0 rounded-hair" />
      <span className="figure whitespace-normal">{text} a month</span>
    </span>
  )
}

/** How many failing checks also save money, and how much all of them save. */
export function SavingSummary({ results, also_saves }: Pick<SecurityScanWithResults, 'results' | 'also_saves'>) {
  const text = formatSavings(also_saves)
  if (text === '') return null
  return (
    <p className="mb-3 text-small text-soft">
      {describeSaving(results)}
      <strong className="figure font-medium text-ink">{text} a month</strong> (estimate).
    </p>
  )
}

/** In the panel of a check: what recommendations for its resources save. */
export function SavingNotice({ also_saves, subjects, failing_count }: SecurityScanResult) {
  const text = formatSavings(also_saves)
  if (text === '') return null
  return (
    <div className="mt-4">
      <Notice title={`Recommendations for these resources save ${text} a month (estimate)`}>
        Each saving is measured on your bill once it is carried out.
        {failing_count > subjects.length && ' Only the resources that are listed are counted.'}
      </Notice>
    </div>
  )
}

/** The recommendations of one resource, each with its own estimate and a link. */
export function SubjectSavings({
  recommendations = [],
}: Pick<SecurityScanResult['subjects'][number], 'recommendations'>) {
  return recommendations.map(({ id, title, monthly_savings, currency }) => (
    <span key={id} className="block">
      <TextLink to="/savings" search={{ recommendation: id }}>
        {title}
      </TextLink>
      <span className="text-soft">
        {monthly_savings === null ? ': savings not estimated' : `: ${formatMoney(monthly_savings, currency)} a month`}
      </span>
    </span>
  ))
}
