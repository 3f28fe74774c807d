/** Every kind of resource Kept can act on; a kind without a remedy does not compile. */
import type { RemediationKind } from '@kept/domain/remediation.ts'
import { autoScalingGroup } from './aws/auto-scaling-group.ts'
import { ec2Instance } from './aws/ec2-instance.ts'
import { eventSourceMapping } from './aws/event-source-mapping.ts'
import { lambdaFunction } from './aws/lambda-function.ts'
import { sqsQueue } from './aws/sqs-queue.ts'
import { functionApp } from './azure/function-app.ts'
import { virtualMachine } from './azure/virtual-machine.ts'
import { vmScaleSet } from './azure/vm-scale-set.ts'
import { cloudFunction } from './gcp/cloud-function.ts'
import { cloudRunService } from './gcp/cloud-run-service.ts'
import { computeInstance } from './gcp/compute-instance.ts'
import { instanceGroup } from './gcp/instance-group.ts'
import { cronJob } from './kubernetes/cron-job.ts'
import { deployment, statefulSet } from './kubernetes/workload.ts'
import type { Remedy } from './remedy.ts'

const remedies: Record<RemediationKind, Remedy> = {
  lambda_function: lambdaFunction,
  event_source_mapping: eventSourceMapping,
  sqs_queue: sqsQueue,
  auto_scaling_group: autoScalingGroup,
  ec2_instance: ec2Instance,
  function_app: functionApp,
  virtual_machine: virtualMachine,
  vm_scale_set: vmScaleSet,
  cloud_run_service: cloudRunService,
  cloud_function: cloudFunction,
  instance_group: instanceGroup,
  compute_instance: computeInstance,
  deployment,
  statefulset: statefulSet,
  cronjob: cronJob,
}

export const allRemedies: readonly Remedy[] = Object.values(remedies)

export function remedyFor(kind: RemediationKind): Remedy {
  return remedies[kind]
}
