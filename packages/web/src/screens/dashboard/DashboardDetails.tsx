import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { CurrencyExplanation } from '@kept/domain/explanation.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { AnomaliesPanel } from './AnomaliesPanel.tsx'
import { BiggestChanges } from './BiggestChanges.tsx'
import { BudgetsAtRisk } from './BudgetsAtRisk.tsx'
import { columns, monthForecastAnchor } from './columns.ts'
import type { DashboardSummary } from './executive-sentence.ts'
import { ForecastComparison } from './ForecastComparison.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import { LoopsRunning } from './LoopsRunning.tsx'
import { TopRecommendations } from './TopRecommendations.tsx'
import { TopServices } from './TopServices.tsx'

interface DashboardDetailsProps {
  overview: Overview
  currencyOverview: Overview['currencies'][number]
  summary: DashboardSummary
  usage: CurrencyExplanation | undefined
  window: DayWindow
  currency: string
}

/** Below the first screen: what changed and why, what is at risk, and the evidence of the figures. */
export default function DashboardDetails(props: DashboardDetailsProps) {
  const { overview, currencyOverview, summary, usage, window, currency } = props
  return (
    <>
      <div className={columns}>
        <div className="min-w-0">
          <BiggestChanges {...{ overview, currencyOverview, usage }} />
          <AnomaliesPanel window={window} />
        </div>
        <div className="min-w-0 max-xl:mt-4">
          <BudgetsAtRisk />
          <LoopsRunning />
        </div>
      </div>
      <TopServices currencyOverview={currencyOverview} window={window} />
      <ForecastComparison summary={summary} />
      <div id={monthForecastAnchor} className="scroll-mt-12">
        <ForecastPanel currency={currency} />
      </div>
      <TopRecommendations currency={currency} />
    </>
  )
}
