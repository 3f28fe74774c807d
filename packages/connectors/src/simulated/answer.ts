/** Sends a request to the simulated cloud of a provider. */
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { databases } from './aws/databases.ts'
import { addresses, instances } from './aws/ec2.ts'
import { logGroups, queues, tables } from './aws/json-services.ts'
import { functions } from './aws/lambda.ts'
import { loadBalancers } from './aws/load-balancers.ts'
import { buckets } from './aws/s3.ts'
import { snapshots, volumes } from './aws/volumes.ts'
import { warehouses } from './aws/warehouses.ts'
import { publicAddresses, virtualMachines } from './azure.ts'
import { refuse, type SimulatedAnswer, type SimulatedApis, type SimulatedResources } from './cloud.ts'
import { computeInstances, staticAddresses } from './gcp.ts'

const apis: SimulatedApis = {
  aws: {
    ec2_instance: instances,
    ebs_volume: volumes,
    ebs_snapshot: snapshots,
    elastic_ip: addresses,
    load_balancer: loadBalancers,
    rds_instance: databases,
    redshift_cluster: warehouses,
    log_group: logGroups,
    dynamodb_table: tables,
    sqs_queue: queues,
    lambda_function: functions,
    s3_bucket: buckets,
  },
  azure: { virtual_machine: virtualMachines, public_ip_address: publicAddresses },
  gcp: { compute_instance: computeInstances, static_address: staticAddresses },
  kubernetes: {},
}

/** Whether every step of a remedy of this kind is answered. */
export function isSimulatedKind({ provider, kind }: Pick<RemediationTarget, 'provider' | 'kind'>): boolean {
  return kind in apis[provider]
}

export async function answerSimulated(
  provider: RemediationProvider,
  { url, ...request }: PlannedRequest,
  resources: SimulatedResources,
): Promise<SimulatedAnswer> {
  const parsed = { ...request, url: new URL(url) }
  for (const api of Object.values(apis[provider])) {
    const answer = await api(parsed, resources)
    if (answer) return answer
  }
  return refuse(501, `The simulated cloud does not offer ${request.method} ${parsed.url.host}${parsed.url.pathname}`)
}
