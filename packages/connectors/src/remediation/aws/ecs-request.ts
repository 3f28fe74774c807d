/** Requests to the container service, and the service that the ARN of a target names. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { type CloudRequest, quoted, requestJson } from '../remedy.ts'
import { arnOf, awsUrl, regionOf } from './address.ts'

interface EcsDeployment {
  status?: string
  rolloutState?: string
  rolloutStateReason?: string
}

interface EcsService {
  status?: string
  desiredCount?: number
  taskDefinition?: string
  schedulingStrategy?: string
  deploymentController?: { type?: string }
  deployments?: EcsDeployment[]
}

export function ecsRequest(target: RemediationTarget, action: string, parameters: object): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl('ecs', { region: regionOf(target) })}/`,
    body: JSON.stringify(parameters),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AmazonEC2ContainerServiceV20141113.${action}`,
    },
  }
}

export function ecsNamesOf({ id, name }: RemediationTarget): { cluster: string; service: string } {
  const [, cluster, service] = /^service\/([\w-]+)\/([\w-]+)$/.exec(arnOf(id)?.resource ?? '') ?? []
  if (cluster && service) return { cluster, service }
  throw new KeptError('bad_input', `The ARN of ${name} names no cluster. Kept needs arn:...:service/cluster/name.`)
}

/** The options of a command that name the service. */
export function ecsOptionsOf(target: RemediationTarget): { cluster: string; service: string; region: string } {
  const { cluster, service } = ecsNamesOf(target)
  return { cluster: quoted(cluster), service: quoted(service), region: quoted(regionOf(target)) }
}

/** Throws `not_found`, and `conflict` for what has no number of tasks. */
export async function readEcsService(
  send: CloudRequest,
  target: RemediationTarget,
  signal?: AbortSignal,
): Promise<EcsService> {
  const { cluster, service: name } = ecsNamesOf(target)
  const request = ecsRequest(target, 'DescribeServices', { cluster, services: [name] })
  const { services = [] } = await requestJson<{ services?: EcsService[] }>(send, request, signal)
  const [service] = services
  if (!service || service.status === 'INACTIVE')
    throw new KeptError('not_found', `The service ${name} no longer exists in the cluster ${cluster}.`)
  if (service.schedulingStrategy === 'DAEMON')
    throw new KeptError(
      'conflict',
      `${target.name} runs one task on each instance. Its tasks change with the instances of the cluster.`,
    )
  return service
}
