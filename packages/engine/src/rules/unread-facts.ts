/**
 * What a rule reads and no connection to one of its clouds brings, with the reason as a customer reads it. A test
 * compares it with what the connections write: nothing is missing here, and nothing too many.
 */
import type { KnownMetric } from '@kept/domain/metric.ts'

interface UnreadFact {
  /** The id of a rule. */
  rule: string
  cloud: 'aws' | 'azure' | 'gcp' | 'oci'
  /** A metric, an attribute, or "inventory" where no such resource is listed. */
  fact: KnownMetric | 'inventory' | (string & {})
  reason: string
  /** Without it, the rule evaluates nothing on this cloud. */
  isDecisive: boolean
}

export const unreadFacts: readonly UnreadFact[] = [
  {
    ...{ rule: 'load-balancer-without-backends', cloud: 'azure', fact: 'answers_itself', isDecisive: false },
    reason: 'Kept does not read redirects of Azure. Check for them before you delete a gateway without targets.',
  },
  {
    ...{ rule: 'load-balancer-without-backends', cloud: 'gcp', fact: 'answers_itself', isDecisive: false },
    reason:
      'Kept does not read redirects of Google Cloud. Check for them before you delete a load balancer without targets.',
  },
  {
    ...{ rule: 'load-balancer-without-backends', cloud: 'oci', fact: 'answers_itself', isDecisive: false },
    reason:
      'Kept does not read redirects of Oracle Cloud. Check for them before you delete a load balancer without targets.',
  },
  {
    ...{ rule: 'idle-gpu', cloud: 'aws', fact: 'gpu_utilization', isDecisive: true },
    reason: 'AWS does not measure GPUs; only an agent inside the instance does. Import its metrics.',
  },
  {
    ...{ rule: 'idle-gpu', cloud: 'azure', fact: 'gpu_utilization', isDecisive: true },
    reason: 'Azure does not measure GPUs; only an agent inside the virtual machine does. Import its metrics.',
  },
  {
    ...{ rule: 'rightsize-instance', cloud: 'aws', fact: 'memory_utilization', isDecisive: false },
    reason:
      'AWS does not measure memory; only an agent inside the instance does. Without it, the rule moves down one size at most.',
  },
  {
    ...{ rule: 'rightsize-instance', cloud: 'azure', fact: 'memory_utilization', isDecisive: false },
    reason:
      'Azure measures free memory in bytes and not as a share. Without the share, the rule moves down one size at most.',
  },
  {
    ...{ rule: 'rightsize-database', cloud: 'aws', fact: 'memory_utilization', isDecisive: false },
    reason:
      'Amazon RDS measures free memory in bytes and not as a share. Without the share, the rule moves down one size at most.',
  },
  {
    ...{ rule: 'idle-instance', cloud: 'oci', fact: 'network_in', isDecisive: false },
    reason: 'Each metric takes requests of its own, and CPU decides. Without network metrics, the confidence is lower.',
  },
  {
    ...{ rule: 'idle-instance', cloud: 'oci', fact: 'network_out', isDecisive: false },
    reason: 'Each metric takes requests of its own, and CPU decides. Without network metrics, the confidence is lower.',
  },
  {
    ...{ rule: 'idle-app-plan', cloud: 'azure', fact: 'requests', isDecisive: false },
    reason: 'Azure counts the requests of each app, not of its plan. Without them, the confidence is lower.',
  },
  {
    ...{ rule: 'idle-cache', cloud: 'gcp', fact: 'cpu_utilization', isDecisive: false },
    reason: 'Memorystore measures seconds of CPU and not a share. Without the share, the confidence is lower.',
  },
  {
    ...{ rule: 'idle-ml-endpoint', cloud: 'azure', fact: 'inventory', isDecisive: true },
    reason: 'Azure bills a model endpoint to its workspace, which requests cannot be assigned to.',
  },
  {
    ...{ rule: 'idle-stream', cloud: 'gcp', fact: 'inventory', isDecisive: true },
    reason: 'Pub/Sub bills what is used, so that an idle topic costs nothing. Import metrics of other streams.',
  },
  {
    ...{ rule: 'unused-image', cloud: 'azure', fact: 'inventory', isDecisive: true },
    reason: 'Azure does not say when an image was last used. Import an inventory that does.',
  },
  {
    ...{ rule: 'unused-image', cloud: 'gcp', fact: 'inventory', isDecisive: true },
    reason: 'Google Cloud does not say when an image was last used. Import an inventory that does.',
  },
  {
    ...{ rule: 'function-memory-oversized', cloud: 'azure', fact: 'memory_utilization', isDecisive: true },
    reason: 'Azure bills functions by the memory that they used, so that none of it is too large.',
  },
  {
    ...{ rule: 'function-memory-oversized', cloud: 'azure', fact: 'memory_mb', isDecisive: false },
    reason: 'Azure gives a function the memory of its plan.',
  },
  {
    ...{ rule: 'table-capacity-unused', cloud: 'gcp', fact: 'inventory', isDecisive: true },
    reason: 'Google Cloud reports provisioned throughput by model and project, not by the resource on the bill.',
  },
  {
    ...{ rule: 'disk-performance-unused', cloud: 'gcp', fact: 'disk_ops', isDecisive: true },
    reason: 'Compute Engine names the operations of a disk by its device in an instance, not by the disk on the bill.',
  },
]
