/** The dashboard's first question: what was spent, how it moved, what could be saved, how far it is proven. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { absolute, divide, isZero, multiply, subtract, toNumber } from '@kept/domain/decimal.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { type CurrencyOverview, readSpendOverview } from '@kept/store/ledger/overview.ts'
import { addDays } from '@kept/store/ledger/span.ts'
import { readStanding } from '@kept/store/ledger/standing.ts'
import { askedProviders } from '../platform/asked-providers.ts'
import { splitEstimate } from '../platform/fee-of-estimate.ts'
import { routes } from '../platform/implement.ts'
import { ownOrganization } from '../platform/own-organization.ts'

const noFindings = { count: 0, monthly_saving: '0', low: '0', high: '0', split: null }
type Findings = Overview['currencies'][number]['findings']

export const overview = routes.costOptimization.overview.handler(
  async ({ context: { services, scope, me }, input }): Promise<{ data: Overview }> => {
    ownOrganization(input.organization_id, me)
    const { database, warehouse } = services.state
    const ledger = await currentLedger(database, scope)
    const providers = await askedProviders(services, scope, ledger, input.providers)
    const asked = { from: input.start_date, to: input.end_date, providers }
    const [spend, standing] = await Promise.all([
      services.answers.get(
        scope,
        ['overview', asked],
        async () => ledger,
        () => readSpendOverview(warehouse, scope, ledger, asked),
      ),
      readStanding(database, scope),
    ])
    const { span, past } = spend
    const { known } = ledger
    const estimates = await Promise.all(
      standing.findings.map(async (of) => ({ ...of, split: await splitEstimate(database, scope, services.now(), of) })),
    )
    return {
      data: {
        from: span?.from ?? null,
        to: span?.to ?? null,
        previous_from: past?.from ?? null,
        previous_to: past?.to ?? null,
        currencies: spend.currencies.map((of) => ({
          ...of,
          change_percent: changeOf(of),
          findings: findingsIn(of.currency, estimates),
        })),
        reconciliation: standing.reconciliation,
        first_day: known?.from ?? null,
        last_day: known ? addDays(known.to, -1) : null,
        last_import_at: standing.lastImportAt?.toISOString() ?? null,
      },
    }
  },
)

function findingsIn(wanted: string, all: readonly (Findings & { currency: string })[]): Findings {
  const found = all.find(({ currency }) => currency === wanted)
  if (!found) return noFindings
  const { currency: _, ...sums } = found
  return sums
}

function changeOf({ effective, previous_effective: previous }: CurrencyOverview): number | null {
  if (previous === null || isZero(previous)) return null
  return toNumber(divide(multiply(subtract(effective, previous), '100'), absolute(previous), 2))
}
