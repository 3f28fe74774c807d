/** Every kind of resource Kept can act on; a kind without a remedy does not compile. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationKind, RemedyStep, SwitchableKind } from '@kept/domain/remediation.ts'
import { autoScalingGroup } from './aws/auto-scaling-group.ts'
import { dynamodbTable } from './aws/dynamodb-table.ts'
import { ebsSnapshot } from './aws/ebs-snapshot.ts'
import { ebsVolume } from './aws/ebs-volume.ts'
import { ec2Instance } from './aws/ec2-instance.ts'
import { ec2InstanceType } from './aws/ec2-instance-type.ts'
import { ecsService } from './aws/ecs-service.ts'
import { ecsTaskSize } from './aws/ecs-task-size.ts'
import { eksNodeGroup } from './aws/eks-node-group.ts'
import { elasticIp } from './aws/elastic-ip.ts'
import { eventSourceMapping } from './aws/event-source-mapping.ts'
import { lambdaFunction } from './aws/lambda-function.ts'
import { lambdaMemory } from './aws/lambda-memory.ts'
import { loadBalancer } from './aws/load-balancer.ts'
import { logGroup } from './aws/log-group.ts'
import { machineImage } from './aws/machine-image.ts'
import { rdsInstance, rdsInstanceClass } from './aws/rds-instance.ts'
import { redshiftCluster } from './aws/redshift-cluster.ts'
import { s3Bucket } from './aws/s3-bucket.ts'
import { sqsQueue } from './aws/sqs-queue.ts'
import { aksCluster } from './azure/aks-cluster.ts'
import { aksNodePool } from './azure/aks-node-pool.ts'
import { functionApp } from './azure/function-app.ts'
import { managedDisk } from './azure/managed-disk.ts'
import { publicIpAddress } from './azure/public-ip-address.ts'
import { sqlDatabase } from './azure/sql-database.ts'
import { virtualMachine } from './azure/virtual-machine.ts'
import { virtualMachineSize } from './azure/virtual-machine-size.ts'
import { vmScaleSet } from './azure/vm-scale-set.ts'
import { cloudFunction } from './gcp/cloud-function.ts'
import { cloudRunService } from './gcp/cloud-run-service.ts'
import { cloudSqlInstance, cloudSqlTier } from './gcp/cloud-sql-instance.ts'
import { computeInstance } from './gcp/compute-instance.ts'
import { computeInstanceType } from './gcp/compute-instance-type.ts'
import { gkeNodePool } from './gcp/gke-node-pool.ts'
import { instanceGroup } from './gcp/instance-group.ts'
import { persistentDisk } from './gcp/persistent-disk.ts'
import { staticAddress } from './gcp/static-address.ts'
import { cronJob } from './kubernetes/cron-job.ts'
import { deployment, statefulSet } from './kubernetes/workload.ts'
import { daemonSetRequests, deploymentRequests, statefulSetRequests } from './kubernetes/workload-requests.ts'
import type { Remedy } from './remedy.ts'

/** Those that loops and schedules use. */
const remedies: Record<SwitchableKind, Remedy> = {
  lambda_function: lambdaFunction,
  event_source_mapping: eventSourceMapping,
  sqs_queue: sqsQueue,
  auto_scaling_group: autoScalingGroup,
  ec2_instance: ec2Instance,
  ecs_service: ecsService,
  eks_node_group: eksNodeGroup,
  function_app: functionApp,
  virtual_machine: virtualMachine,
  vm_scale_set: vmScaleSet,
  aks_node_pool: aksNodePool,
  cloud_run_service: cloudRunService,
  cloud_function: cloudFunction,
  instance_group: instanceGroup,
  compute_instance: computeInstance,
  gke_node_pool: gkeNodePool,
  deployment,
  statefulset: statefulSet,
  cronjob: cronJob,
}

/** Those that only recommendations use. */
export const changeRemedies: readonly Remedy[] = [
  ebsVolume,
  elasticIp,
  ebsSnapshot,
  loadBalancer,
  machineImage,
  ec2InstanceType,
  lambdaMemory,
  logGroup,
  s3Bucket,
  rdsInstance,
  rdsInstanceClass,
  redshiftCluster,
  dynamodbTable,
  ecsTaskSize,
  managedDisk,
  publicIpAddress,
  virtualMachineSize,
  sqlDatabase,
  aksCluster,
  persistentDisk,
  staticAddress,
  computeInstanceType,
  cloudSqlInstance,
  cloudSqlTier,
  deploymentRequests,
  statefulSetRequests,
  daemonSetRequests,
]

export const allRemedies: readonly Remedy[] = Object.values(remedies)

/** Without a step, the one that loops use. Throws `bad_input` where this kind has no such step. */
export function remedyFor(kind: RemediationKind, step?: RemedyStep): Remedy {
  const ofKind = [...allRemedies, ...changeRemedies].filter((remedy) => remedy.kind === kind)
  const remedy = step === undefined ? ofKind[0] : ofKind.find(({ steps }) => steps.some((name) => name === step))
  if (remedy) return remedy
  const steps = ofKind.flatMap((remedy) => remedy.steps).join(', ')
  throw new KeptError(
    'bad_input',
    `A ${kind.replaceAll('_', ' ')} has no step "${step}". Available steps: ${steps || 'none'}.`,
  )
}

export function stepsOf(kind: RemediationKind): readonly RemedyStep[] {
  return [...allRemedies, ...changeRemedies].filter((remedy) => remedy.kind === kind).flatMap(({ steps }) => steps)
}
