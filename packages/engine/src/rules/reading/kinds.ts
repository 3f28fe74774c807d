/** What kind of thing a line is charged for, whatever its cloud calls the meter. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import { isMachineTime, isSpot } from './machine-time.ts'
import { matchesUsage } from './matches-usage.ts'

const databaseMeters =
  /\bRDS\b|InstanceUsage:db\.|Multi-AZUsage:db\.|:db\.|Aurora|SQL Database|Cloud ?SQL|Azure Database|DocumentDB|Neptune|AlloyDB/i
const cacheMeters = /ElastiCache|NodeUsage:cache|cache\.[a-z]\d|MemoryDB|Memorystore|Azure Cache|\bRedis\b/i
/** Azure and Google Cloud bill hours of a cache or of its memory, and name no machine: "C1 Cache", "Redis Capacity". */
const cacheHours = /\b[CP]\d+ Cache\b|Redis Capacity/i
const warehouseMeters = /Redshift|Node:(?:ra3|dc2)|Synapse|Dedicated SQL|\bDWU/i
const mlMeters = /SageMaker|Vertex|Azure Machine Learning|ml\.[a-z]\d/i

const usageText = (row: ResourceUse) => `${row.service} ${row.meter} ${row.description} ${row.instance_type}`

export function isDatabase(row: ResourceUse): boolean {
  return isMachineTime(row) && databaseMeters.test(usageText(row)) && !isCache(row) && !isWarehouse(row)
}

export function isCache(row: ResourceUse): boolean {
  if (!cacheMeters.test(usageText(row))) return false
  return isMachineTime(row) || (/h(?:ou)?rs?\b|hour/i.test(row.pricing_unit) && matchesUsage(row, cacheHours))
}

export function isWarehouse(row: ResourceUse): boolean {
  return /h(?:ou)?rs?\b|hour/i.test(row.pricing_unit) && warehouseMeters.test(usageText(row))
}

/** Capacity that is held and runs nothing: no machine to make smaller or move. */
export function isUnusedReservation(row: ResourceUse): boolean {
  return /UnusedBox|Unused Reservation|UnusedDed/i.test(`${row.meter} ${row.description}`)
}

/** Plain virtual machines, on demand or covered; spare capacity is already the cheapest. */
export function isInstance(row: ResourceUse): boolean {
  return (
    isMachineTime(row) &&
    !isSpot(row) &&
    !isUnusedReservation(row) &&
    !databaseMeters.test(usageText(row)) &&
    !cacheMeters.test(usageText(row)) &&
    !mlMeters.test(usageText(row)) &&
    !warehouseMeters.test(usageText(row)) &&
    !/App Service|\bApps?\b|Search|Kafka|Fargate|Lambda|Function/i.test(`${row.service} ${row.meter}`)
  )
}

export function isMlEndpoint(row: ResourceUse): boolean {
  return (
    /h(?:ou)?rs?\b|hour/i.test(row.pricing_unit) &&
    /\bHost:|Endpoint|Hosting|Prediction|Online/i.test(row.meter) &&
    mlMeters.test(usageText(row))
  )
}

export function isAppPlan(row: ResourceUse): boolean {
  return /App Service/i.test(row.service) && /h(?:ou)?rs?\b|hour/i.test(row.pricing_unit)
}

export function isLoadBalancer(row: ResourceUse): boolean {
  return (
    matchesUsage(row, /LoadBalancerUsage|Load Balanc|Forwarding Rule|Application Gateway|Front Door/i) &&
    /h(?:ou)?rs?\b|hour/i.test(row.pricing_unit)
  )
}

export function isVolume(row: ResourceUse): boolean {
  return matchesUsage(
    row,
    /EBS:VolumeUsage|EBS:VolumeP-|\b[PES]\d+ (?:LRS|ZRS) Disks?\b|PD Capacity|Hyperdisk|Managed Disk|Block Volume - (?:Storage|Performance)/i,
  )
}

export function isSnapshot(row: ResourceUse): boolean {
  return matchesUsage(row, /SnapshotUsage|Snapshot|Storage PD Snapshot/i) && !matchesUsage(row, /RDS|Redshift|Backup/i)
}

export function isPublicAddress(row: ResourceUse): boolean {
  return matchesUsage(row, /PublicIPv4|ElasticIP|Public IP|External IP|Static Ip|IPv4 Static/i)
}

export function isCluster(row: ResourceUse): boolean {
  return matchesUsage(row, /AmazonEKS-Hours|Kubernetes Clusters?|Uptime SLA|GKE Cluster|perCluster|eks cluster/i)
}
