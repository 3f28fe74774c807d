/** Whether everyone may use a resource: by the policies that resources have of their own, listed once for a project. */
import * as z from 'zod'
import { oncePerAccount } from '../../live-once.ts'
import { type GcpDetail, type GcpResource, listEveryAsset, policyAction, readData } from './define-port.ts'
import type { GcpSession } from './session.ts'

const text = z.string()
const permissions = [{ action: policyAction, reason: 'Lists who may use resources, to see which are public.' }]
const everyone = /^(?:allUsers|allAuthenticatedUsers)$/

type ListPublic = (session: GcpSession, project: string) => Promise<ReadonlySet<string>>

/** The names of assets of a type that everyone may use in some way. What has no policy of its own is not listed. */
function listPublic(type: string): ListPublic {
  return oncePerAccount(async (session: GcpSession, project) => {
    const assets = await listEveryAsset(session, project, { type, content: 'IAM_POLICY' })
    const isPublic = ({ iamPolicy }: (typeof assets)[number]) =>
      iamPolicy?.bindings?.some(({ members }) => members?.some((member) => everyone.test(member)))
    return new Set(assets.filter(isPublic).map(({ name }) => name))
  })
}

export function publicAccess(type: string): GcpDetail {
  const list = listPublic(type)
  return {
    attribute: 'public',
    permissions,
    read: async (session, { asset }, { accountId }) => (await list(session, accountId)).has(asset),
  }
}

const publicBuckets = publicAccess('storage.googleapis.com/Bucket')

/** Where public access is prevented, no policy opens a bucket. */
export const bucketAccess: GcpDetail = {
  ...publicBuckets,
  async read(session, resource, location) {
    const { iamConfiguration } = readData(resource, {
      iamConfiguration: z.object({ publicAccessPrevention: text.nullish() }),
    })
    return iamConfiguration?.publicAccessPrevention === 'enforced'
      ? false
      : publicBuckets.read(session, resource, location)
  },
}

const publicFunctions = listPublic('cloudfunctions.googleapis.com/Function')
const publicServices = listPublic('run.googleapis.com/Service')

/** Functions of the second generation are called through a service of Cloud Run, whose policy decides. */
export const functionAccess: GcpDetail = {
  attribute: 'public',
  permissions,
  async read(session, resource, { accountId }) {
    const { service, ingress } = servedBy(resource)
    if (ingress !== undefined && ingress !== 'ALLOW_ALL') return false
    if ((await publicFunctions(session, accountId)).has(resource.asset)) return true
    return service !== undefined && (await publicServices(session, accountId)).has(`//run.googleapis.com/${service}`)
  },
}

function servedBy(resource: GcpResource): { service: string | undefined; ingress: string | undefined } {
  const { serviceConfig } = readData(resource, {
    serviceConfig: z.object({ service: text.nullish(), ingressSettings: text.nullish() }),
  })
  return { service: serviceConfig?.service ?? undefined, ingress: serviceConfig?.ingressSettings ?? undefined }
}
