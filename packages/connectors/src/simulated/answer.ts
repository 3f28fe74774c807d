/** Sends a request to the simulated cloud of a provider. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { databases } from './aws/databases.ts'
import { addresses, instances } from './aws/ec2.ts'
import { logGroups, queues, tables } from './aws/json-services.ts'
import { eventSources, functions } from './aws/lambda.ts'
import { buckets } from './aws/s3.ts'
import { snapshots, volumes } from './aws/volumes.ts'
import { virtualMachines } from './azure.ts'
import { refuse, type SimulatedAnswer, type SimulatedApis, type SimulatedResources } from './cloud.ts'
import { computeInstances } from './gcp.ts'

const apis: SimulatedApis = {
  aws: [
    instances,
    volumes,
    snapshots,
    addresses,
    databases,
    logGroups,
    tables,
    queues,
    functions,
    eventSources,
    buckets,
  ],
  azure: [virtualMachines],
  gcp: [computeInstances],
  kubernetes: [],
}

export async function answerSimulated(
  provider: RemediationProvider,
  { url, ...request }: PlannedRequest,
  resources: SimulatedResources,
): Promise<SimulatedAnswer> {
  const parsed = { ...request, url: new URL(url) }
  for (const api of apis[provider]) {
    const answer = await api(parsed, resources)
    if (answer) return answer
  }
  return refuse(501, `The simulated cloud does not offer ${request.method} ${parsed.url.host}${parsed.url.pathname}`)
}
