/** Which lines are machine time: what runs by the hour, can be switched off, and can be covered by a commitment. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import { matchesUsage } from './matches-usage.ts'

const machineMeters =
  /BoxUsage|DedicatedUsage|HostUsage|InstanceUsage|Multi-AZUsage|MultiAZUsage|NodeUsage|NodeBoxUsage|ESInstance|ServerlessUsage|ServerlessV2Usage|Fargate-(?:vCPU|GB)-Hours|ECS-(?:vCPU|GB)-Hours|(?:Instance|Predefined|Custom) (?:Core|Ram)|vCPU|\bvCores?\b|Compute Hours?/i
const neverMachines =
  /NatGateway|LoadBalancer|LCUUsage|IdleAddress|PublicIPv4|VpcEndpoint|\bDisk|\bSnapshot|Backup|Storage|Data ?Transfer|Licens|Extended ?Support/i
const machineTypes =
  /^(?:Basic_|Standard_[A-Z]|(?:db\.|cache\.|ml\.)?[a-z][a-z0-9-]*\.(?:\d*x?large|nano|micro|small|medium|metal)|[a-z][a-z0-9]+-(?:standard|highmem|highcpu|micro|small|medium|megamem|ultramem))/

/** Of Oracle Cloud: "Standard - E4", and "Standard - E4 - Memory". */
const oracleMachines = /^(?:Compute - )?(?:Standard|Optimized|DenseIO|GPU) - [A-Z]+\d/

/** True for hours of virtual machines, databases and the like, whatever the cloud calls them. */
export function isMachineTime(row: ResourceUse): boolean {
  if (!isPricedByTime(row)) return false
  if (matchesUsage(row, neverMachines)) return false
  return (
    row.instance_type !== '' ||
    matchesUsage(row, machineMeters) ||
    matchesUsage(row, oracleMachines) ||
    machineTypes.test(row.description.split(' ')[0] ?? '')
  )
}

/** "Hrs", "1 Hour", "Hours", "gibibyte hour", "vCPU-Hours" - but not "GB-Mo". */
function isPricedByTime(row: ResourceUse): boolean {
  return /h(?:ou)?rs?\b|hour/i.test(row.pricing_unit)
}

/** Spare capacity can be taken back at any time and is already the cheapest: no rule touches it. */
export function isSpot(row: ResourceUse): boolean {
  return row.pricing_category === 'Dynamic' || /SpotUsage|\bSpot\b|Preemptible|Low Priority/i.test(row.meter)
}
