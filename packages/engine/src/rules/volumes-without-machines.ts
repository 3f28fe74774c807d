import type { ResourceUse } from '@kept/domain/facts.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { isMachineTime } from './reading/machine-time.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { usageByResource } from './reading/usage-by-resource.ts'

const volume =
  /EBS:VolumeUsage|EBS:VolumeP-IOPS|EBS:VolumeP-Throughput|\b[PES]\d+ (?:LRS|ZRS) Disks?\b|(?:SSD|Storage|Balanced) PD Capacity|PD Capacity|Hyperdisk/i

const thresholds = {
  days: {
    label: 'Days without instance hours',
    value: 14,
    unit: 'days',
    source: 'AWS Trusted Advisor: 7 days unattached; AWS Compute Optimizer: 32 days',
  },
  snapshot: {
    label: 'Snapshot price',
    value: 0.5,
    unit: 'of the volume price or less',
    source: 'AWS: EBS snapshots $0.05 vs. gp2 $0.10 and gp3 $0.08 per GB-month; snapshots store only used blocks',
  },
} as const

/** Volumes in a place where no machine ran at all: attached to nothing, or to machines that are switched off. */
export const volumesWithoutMachines = defineRule({
  id: 'volumes-without-machines',
  title: 'Volumes without instances',
  description:
    'This account and region bills for volumes but not for any instance hours. The instances are stopped or gone. A snapshot keeps the data for less than half the price.',
  noun: { singular: 'volume', plural: 'volumes' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const locations = groupRows(
      resource_usage.filter((row) => cloudOf(row.provider) !== 'any'),
      (row) => [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.region],
    )
    let evaluatedCount = 0
    let withMachines = 0
    const candidates = locations.flatMap((rows): Candidate[] => {
      const volumes = usageByResource(rows, isVolume)
      evaluatedCount += volumes.length
      if (volumes.length === 0) return []
      if (rows.some(runsMachines)) {
        withMachines += volumes.length
        return []
      }
      return volumes
        .filter(({ lastDay, days }) => stillThere(lastDay, window) && days >= thresholds.days.value)
        .map((volume): Candidate => {
          const { location, effective } = volume
          return {
            location,
            summary: `${nameOf(location)} was billed for ${volume.days} days in ${location.region || 'a region'} where no instance ran. It costs ${monthly(effective, location.currency)}.`,
            cost: effective,
            saving: shareOfCost(
              { label: 'Cost in the window', amount: effective, currency: location.currency },
              'Share saved with a snapshot instead',
              { low: 1 - thresholds.snapshot.value, mid: 1 - thresholds.snapshot.value / 2, high: 1 },
            ),
            confidence: 0.8,
            evidence: [
              {
                label: 'Meters',
                value: [...new Set(volume.rows.map((row) => row.meter || row.description))].join(', '),
              },
              { label: 'Days billed', value: String(volume.days) },
              { label: 'Instance hours in this account and region', value: '0' },
            ],
            steps: [
              'Take a snapshot and check that it can be restored.',
              'Delete the volume. Keep the snapshot as long as the owner needs it.',
            ],
          }
        })
    })
    const skipReasons =
      withMachines > 0
        ? [
            `Needs a resource inventory (${withMachines} of ${evaluatedCount} volumes are in regions with running instances, and the bill does not show attachments).`,
          ]
        : []
    return { candidates, evaluatedCount, skipReasons }
  },
})

function isVolume(row: ResourceUse): boolean {
  return row.resource_id !== '' && matchesUsage(row, volume) && compare(row.effective, '0') > 0
}

/** Anything that could have a volume attached: virtual machines, also spare ones and covered ones. */
function runsMachines(row: ResourceUse): boolean {
  return (
    isMachineTime(row) ||
    /BoxUsage|SpotUsage|Virtual Machine|Instance (?:Core|Ram)/i.test(`${row.meter} ${row.resource_type}`)
  )
}
