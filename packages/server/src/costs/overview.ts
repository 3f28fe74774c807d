/** Dashboard overview: spend, change, estimated savings and data quality. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { absolute, divide, isZero, multiply, subtract, toNumber } from '@kept/foundation/decimal.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { type CurrencyOverview, readSpendOverview } from '@kept/store/ledger/overview.ts'
import { readReconciliation } from '@kept/store/ledger/reconciliation.ts'
import { splitEstimate } from '../commission/public/fee-of-estimate.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { requestedProviders } from './public/requested-providers.ts'

const noRecommendations = { count: 0, monthly_savings: '0', low: '0', high: '0', split: null }
type Recommendations = Overview['currencies'][number]['recommendations']

export const overview = routes.costOptimization.overview.handler(
  async ({ context, input }): Promise<{ data: Overview }> => {
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization_id, me)
    const { database, warehouse } = services.state
    const ledger = await currentLedger(database, scope)
    const providers = await requestedProviders(services, scope, ledger, input.providers)
    const request = { start_date: input.start_date, end_date: input.end_date, providers }
    const [spend, summary] = await Promise.all([
      cachedAnswer(
        context,
        request,
        async () => ledger,
        () => readSpendOverview(warehouse, scope, ledger, request),
      ),
      readReconciliation(database, scope),
    ])
    const { span, past } = spend
    const { availableSpan } = ledger
    const estimates = await Promise.all(
      summary.recommendations.map(async (recommendation) => ({
        ...recommendation,
        split: await splitEstimate(database, scope, services.now(), recommendation),
      })),
    )
    return {
      data: {
        start_date: span?.from ?? null,
        end_date: span?.to ?? null,
        previous_start_date: past?.from ?? null,
        previous_end_date: past?.to ?? null,
        currencies: spend.currencies.map((currencySpend) => ({
          ...currencySpend,
          change_percent: changeOf(currencySpend),
          recommendations: recommendationsIn(currencySpend.currency, estimates),
        })),
        reconciliation: summary.reconciliation,
        first_day: availableSpan?.from ?? null,
        last_day: availableSpan ? addDays(availableSpan.to, -1) : null,
        last_import_at: summary.lastImportAt?.toISOString() ?? null,
      },
    }
  },
)

function recommendationsIn(
  requestedCurrency: string,
  all: readonly (Recommendations & { currency: string })[],
): Recommendations {
  const match = all.find(({ currency }) => currency === requestedCurrency)
  if (!match) return noRecommendations
  const { currency: _, ...sums } = match
  return sums
}

function changeOf({ effective, previous_effective: previous }: CurrencyOverview): number | null {
  if (previous === null || isZero(previous)) return null
  return toNumber(divide(multiply(subtract(effective, previous), '100'), absolute(previous), 2))
}
