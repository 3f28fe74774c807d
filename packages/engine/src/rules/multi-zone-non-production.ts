import { sum } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentOf } from './reading/environment-of.ts'
import { says } from './reading/says.ts'
import { stillThere } from './reading/still-there.ts'
import { usageByResource } from './reading/usage-by-resource.ts'
import { nameOf } from './reading/words.ts'

const twice = /Multi-?AZ|Cloud SQL.*Regional|Zone Redundan/i

const thresholds = {
  half: {
    words: 'Share that a standby in a second zone costs',
    value: 0.5,
    unit: 'of the price',
    source:
      'AWS: Amazon RDS pricing, a Multi-AZ deployment costs twice the single one; Google: Cloud SQL regional likewise',
  },
} as const

/** A second copy for safety, of something that needs none. */
export const multiZoneNonProduction = defineRule({
  id: 'multi-zone-non-production',
  title: 'Standby database outside production',
  explains:
    'A database in two zones costs twice as much, so that it survives the loss of one. A development or test database can be restored from its backup instead.',
  noun: { one: 'database in two zones', many: 'databases in two zones' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const isDouble = (row: ResourceUse) =>
      says(row, twice) && /database|sql|rds|relational/i.test(`${row.service} ${row.service_category}`)
    const databases = usageByResource(resource_use, (row) => isDouble(row) && row.commitment_id === '')
    let unknown = 0
    const candidates = databases.flatMap((database): Candidate[] => {
      const { place, tags } = database
      const environment = environmentOf(tags, [place.resource_name, place.sub_account_name])
      if (!environment) unknown += 1
      if (!environment || environment.production || !stillThere(database.lastDay, window)) return []
      const cost = sum(database.rows.map((row) => row.effective))
      return [
        {
          place,
          summary: `${nameOf(place)} (${environment.word}) keeps a standby in a second zone: half of its ${monthly(cost, place.currency)}.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: place.currency },
            'Share of the standby',
            thresholds.half.value,
          ),
          confidence: environment.from === 'tag' ? 0.85 : 0.6,
          evidence: [
            {
              label: environment.from === 'tag' ? 'Environment tag' : 'Environment, by its name',
              value: environment.word,
            },
            {
              label: 'Meters',
              value: [...new Set(database.rows.map((row) => row.meter || row.description))].join(', '),
            },
          ],
          steps: [
            'Ask its team whether failover itself is being tested there.',
            'If not, change it to one zone in the next maintenance window.',
          ],
        },
      ]
    })
    const whyNot =
      unknown > 0 ? [`${unknown} of ${databases.length} carry no environment tag and no telling name.`] : []
    return { candidates, lookedAt: databases.length, whyNot }
  },
})
