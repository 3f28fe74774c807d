/** OpenCost's daily export: machines of the world seen as pods of a cluster, their disks as volumes. No currency. */
import { amountText } from '../../bill/amount.ts'
import { chargesOf, type SampleCharge, type UsageCharge } from '../charges.ts'
import { isMachine, products } from '../products.ts'
import type { FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'

const columns = [
  ...['Date', 'Namespace', 'ControllerKind', 'ControllerName', 'Pod', 'Container', 'CPUCoreUsageAverage'],
  ...['CPUCoreRequestAverage', 'RAMBytesUsageAverage', 'RAMBytesRequestAverage', 'NetworkReceiveBytes'],
  ...['NetworkTransferBytes', 'GPUs', 'PVBytes', 'CPUCost', 'RAMCost', 'NetworkCost', 'PVCost', 'GPUCost', 'TotalCost'],
]
const gibibyte = 1_073_741_824

/** What a cluster has of a world. */
export function isInCluster(charge: SampleCharge): charge is UsageCharge {
  return charge.kind === 'usage' && (charge.product === 'disk' || isMachine(charge.product))
}

export function openCostTables(world: SampleWorld): SampleTable[] {
  return monthsOf(world).map((month) => ({
    name: `opencost-${month.slice(0, 7)}`,
    month,
    columns: columns.map((name) => ({ name, type: 'text' as const })),
    rows: function* (): Generator<FlatRow> {
      for (const charge of chargesOf(world, month, 'day')) if (isInCluster(charge)) yield rowOf(charge)
    },
  }))
}

function rowOf({ resource, product, start, quantity, list }: UsageCharge): FlatRow {
  const { cpus = 0, gibibytes = 0 } = products[product]
  const disk = product === 'disk'
  const hours = quantity / 1_000_000
  const share = disk ? 0 : hours / 24
  return {
    Date: start.slice(0, 10),
    Namespace: resource.account.name,
    ControllerKind: disk ? 'statefulset' : 'deployment',
    ControllerName: resource.name,
    Pod: disk ? `${resource.name}-0` : `${resource.name}-7d9f8c6b5-x2k4q`,
    Container: resource.tags.Team ?? resource.tags.team ?? 'app',
    CPUCoreUsageAverage: String(cpus * share * 0.25),
    CPUCoreRequestAverage: String(cpus * share),
    RAMBytesUsageAverage: String(Math.round(gibibytes * gibibyte * share * 0.5)),
    RAMBytesRequestAverage: String(Math.round(gibibytes * gibibyte * share)),
    NetworkReceiveBytes: '0',
    NetworkTransferBytes: '0',
    GPUs: '0',
    PVBytes: disk ? String(Math.round(hours * 30) * gibibyte) : '0',
    // Three quarters of a machine's price are for its cores.
    CPUCost: disk ? '0' : amountText((list * 3n) / 4n),
    RAMCost: disk ? '0' : amountText(list / 4n),
    NetworkCost: '0',
    PVCost: disk ? amountText(list) : '0',
    GPUCost: '0',
    TotalCost: amountText(list),
  }
}
