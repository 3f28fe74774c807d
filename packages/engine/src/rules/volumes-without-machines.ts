import { compare } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { isMachineTime } from './reading/machine-time.ts'
import { says } from './reading/says.ts'
import { stillThere } from './reading/still-there.ts'
import { usageByResource } from './reading/usage-by-resource.ts'
import { nameOf } from './reading/words.ts'

const volume =
  /EBS:VolumeUsage|EBS:VolumeP-IOPS|EBS:VolumeP-Throughput|\b[PES]\d+ (?:LRS|ZRS) Disks?\b|(?:SSD|Storage|Balanced) PD Capacity|PD Capacity|Hyperdisk/i

const thresholds = {
  days: {
    words: 'Days without a single machine hour',
    value: 14,
    unit: 'days',
    source: 'AWS Trusted Advisor: 7 days unattached; AWS Compute Optimizer: 32 days',
  },
  snapshot: {
    words: 'Price of keeping a snapshot instead',
    value: 0.5,
    unit: 'of the volume’s price at most',
    source: 'AWS: EBS snapshots 0.05 against gp2 0.10 and gp3 0.08 a GB-month, and only blocks in use are kept',
  },
} as const

/** Volumes in a place where no machine ran at all: attached to nothing, or to machines that are switched off. */
export const volumesWithoutMachines = defineRule({
  id: 'volumes-without-machines',
  title: 'Volumes where no machine runs',
  explains:
    'In this account and region not one machine hour was charged, but volumes were, day after day. They belong to machines that are stopped or gone; a snapshot keeps what is on them for less than half.',
  noun: { one: 'volume', many: 'volumes' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const places = groupRows(
      resource_use.filter((row) => cloudOf(row.provider) !== 'any'),
      (row) => [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.region],
    )
    let lookedAt = 0
    let withMachines = 0
    const candidates = places.flatMap((rows): Candidate[] => {
      const volumes = usageByResource(rows, isVolume)
      lookedAt += volumes.length
      if (volumes.length === 0) return []
      if (rows.some(runsMachines)) {
        withMachines += volumes.length
        return []
      }
      return volumes
        .filter(({ lastDay, days }) => stillThere(lastDay, window) && days >= thresholds.days.value)
        .map((found): Candidate => {
          const { place, effective } = found
          return {
            place,
            summary: `${nameOf(place)} was charged for ${found.days} days in ${place.region || 'a place'} where no machine ran: ${monthly(effective, place.currency)}.`,
            cost: effective,
            saving: shareOfCost(
              { label: 'Cost in the window', amount: effective, currency: place.currency },
              'Share saved after a snapshot',
              { low: 1 - thresholds.snapshot.value, mid: 1 - thresholds.snapshot.value / 2, high: 1 },
            ),
            confidence: 0.8,
            evidence: [
              {
                label: 'Meters',
                value: [...new Set(found.rows.map((row) => row.meter || row.description))].join(', '),
              },
              { label: 'Days charged', value: String(found.days) },
              { label: 'Machine hours in this account and region', value: '0' },
            ],
            steps: [
              'Take a snapshot and check that it can be restored.',
              'Delete the volume; keep the snapshot as long as its owner asks.',
            ],
          }
        })
    })
    const whyNot =
      withMachines > 0
        ? [
            `For ${withMachines} of ${lookedAt} volumes machines run in the same place; which of them are attached is not in a bill.`,
          ]
        : []
    return { candidates, lookedAt, whyNot }
  },
})

function isVolume(row: ResourceUse): boolean {
  return row.resource_id !== '' && says(row, volume) && compare(row.effective, '0') > 0
}

/** Anything that could have a volume attached: virtual machines, also spare ones and covered ones. */
function runsMachines(row: ResourceUse): boolean {
  return (
    isMachineTime(row) ||
    /BoxUsage|SpotUsage|Virtual Machine|Instance (?:Core|Ram)/i.test(`${row.meter} ${row.resource_type}`)
  )
}
