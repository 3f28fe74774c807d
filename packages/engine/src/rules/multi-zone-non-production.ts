import type { ResourceUse } from '@kept/domain/facts.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentEvidence, environmentOf } from './reading/environment-of.ts'
import { nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { usageByResource } from './reading/usage-by-resource.ts'

const twice = /Multi-?AZ|Cloud SQL.*Regional|Zone Redundan/i

const thresholds = {
  standbyShare: {
    label: 'Cost of the standby in a second zone',
    value: 0.5,
    unit: 'of the price',
    source: 'AWS: Amazon RDS pricing, Multi-AZ costs twice a single zone; Google: so do Cloud SQL regional instances',
  },
} as const

/** A second copy for safety, of something that needs none. */
export const multiZoneNonProduction = defineRule({
  id: 'multi-zone-non-production',
  title: 'Multi-zone database outside production',
  description:
    'A database in two zones costs twice as much and survives the loss of one zone. A development or test database can be restored from its backup instead.',
  noun: { singular: 'multi-zone database', plural: 'multi-zone databases' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const isDouble = (row: ResourceUse) =>
      matchesUsage(row, twice) && /database|sql|rds|relational/i.test(`${row.service} ${row.service_category}`)
    const databases = usageByResource(resource_usage, (row) => isDouble(row) && row.commitment_id === '')
    let unknown = 0
    const candidates = databases.flatMap((database): Candidate[] => {
      const { location, tags } = database
      const environment = environmentOf(tags, [location.resource_name, location.sub_account_name])
      if (!environment) unknown += 1
      if (!environment || environment.production || !stillThere(database.lastDay, window)) return []
      const cost = sum(database.rows.map((row) => row.effective))
      return [
        {
          location,
          summary: `${nameOf(location)} (${environment.label}) has a standby in a second zone. The standby is half of its ${monthly(cost, location.currency)}.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: location.currency },
            'Standby’s share',
            thresholds.standbyShare.value,
          ),
          confidence: environment.from === 'tag' ? 0.85 : 0.6,
          evidence: [
            environmentEvidence(environment),
            {
              label: 'Meters',
              value: [...new Set(database.rows.map((row) => row.meter || row.description))].join(', '),
            },
          ],
          steps: [
            'Ask the team whether they test failover there.',
            'If not, change it to a single zone in the next maintenance window.',
          ],
        },
      ]
    })
    const skipReasons =
      unknown > 0
        ? [`Needs an environment tag (${unknown} of ${databases.length} multi-zone databases have none).`]
        : []
    return { candidates, evaluatedCount: databases.length, skipReasons }
  },
})
