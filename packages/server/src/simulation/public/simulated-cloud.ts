/** A simulated cloud as the sync reads it: accounts and regions of the demo's world, page by page. */
import { permissionsByDataset as awsPermissions } from '@kept/connectors/aws/live/ports.ts'
import { permissionsByDataset as azurePermissions } from '@kept/connectors/azure/live/ports.ts'
import { permissionsByDataset as gcpPermissions } from '@kept/connectors/gcp/live/ports.ts'
import { permissionsByDataset as kubernetesPermissions } from '@kept/connectors/kubernetes/live/ports.ts'
import type { MetricPoint } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, DiscoveredUnit, LiveCloud, LivePermission } from '@kept/domain/sync/port.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import type { Services } from '../../platform/context.ts'
import { demoDays, worldOf } from './current-world.ts'
import { datasetOf, itemsOf, type SimulatedKind, unitsOf } from './simulated-units.ts'

const permissions: Readonly<Record<SimulatedKind, readonly ListedPermission[]>> = {
  aws: awsPermissions,
  azure: azurePermissions,
  gcp: gcpPermissions,
  kubernetes: kubernetesPermissions,
}

interface ListedPermission {
  dataset: CheckedCapability['dataset']
  unlocks: string
  permissions: readonly LivePermission[]
}

/** As CloudWatch charges for a metric. */
const awsNanosPerMetric = 10_000
const pageSize = 100

export function openSimulatedCloud(
  deps: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  kind: SimulatedKind,
  signal: AbortSignal | undefined,
): LiveCloud {
  let calls = 0
  let chargedNanos = 0
  const read = async (): Promise<World> => {
    signal?.throwIfAborted()
    calls += 1
    return worldOf(await demoDays(deps, scope))
  }
  return {
    prove: async () => void (await read()),
    async check(onCapability) {
      const units = unitsOf(await read(), kind)
      const capabilities: CheckedCapability[] = []
      for (const { dataset, unlocks, permissions: listed } of permissions[kind]) {
        calls += 1
        const actions = [...new Set(listed.map(({ action }) => action))]
        const capability = {
          dataset,
          unlocks,
          actions,
          missing: [],
          statement: '',
          reason: '',
          state: 'complete',
        } as const
        capabilities.push({ ...capability, missing: [] })
        await onCapability({ ...capability, missing: [] })
      }
      return { accountId: accountOf(units), capabilities, error: '' }
    },
    async discover() {
      const units = unitsOf(await read(), kind)
      return { accountId: accountOf(units), units, denied: new Map() }
    },
    async readPage(unit, { cursor, targets, nowMs, completedMs }) {
      const world = await read()
      if (unit.dataset === 'metrics') {
        const points = pointsOf(
          world,
          new Set(targets.map(({ resourceId }) => resourceId)),
          completedMs ?? nowMs - dayMs,
        )
        if (kind === 'aws') chargedNanos += new Set(points.map(seriesOf)).size * awsNanosPerMetric
        return { items: [], points, next: null }
      }
      const start = Number(cursor ?? 0)
      const items = itemsOf(world, kind, unit)
      const next = start + pageSize < items.length ? String(start + pageSize) : null
      return { items: items.slice(start, start + pageSize), points: [], next }
    },
    metricTypes: [...new Set(metricTypesOf(kind))],
    release: () => undefined,
    calls: () => calls,
    chargedNanos: () => chargedNanos,
  }
}

function accountOf(units: readonly DiscoveredUnit[]): string {
  const [first] = units
  if (!first) throw new SyncFailure('unavailable', 'The simulated cloud has no accounts.')
  return first.accountId
}

/** Of the days since the unit was last read; the day before is read again. */
function pointsOf(world: World, resourceIds: ReadonlySet<string>, sinceMs: number): MetricPoint[] {
  const since = new Date(sinceMs - dayMs).toISOString()
  const own = { ...world, measured: world.measured.filter(({ resource }) => resourceIds.has(resource.id)) }
  return [...metricPointsOf(own)].filter(({ at }) => at >= since)
}

function seriesOf({ resource_id, metric }: MetricPoint): string {
  return `${resource_id} ${metric}`
}

function metricTypesOf(kind: SimulatedKind): string[] {
  return Object.keys(datasetOf[kind])
}
