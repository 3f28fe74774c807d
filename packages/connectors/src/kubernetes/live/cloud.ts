/** A Kubernetes cluster as a connection sees it, read with the token of the connection. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { CheckedCapability, LiveCloud } from '@kept/domain/sync/port.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import type { KubernetesAccess } from './access.ts'
import { kubernetesPorts, permissionsByDataset } from './ports.ts'
import { type KubernetesSession, openSession } from './session.ts'

const identityAction = 'core/namespaces:get'
const namespaceSchema = z.object({ metadata: z.object({ uid: z.string() }) })

export function openKubernetesCloud(access: KubernetesAccess, deps: LiveDeps): LiveCloud {
  const session = openSession(access, deps)
  const accountName = new URL(access.server).hostname
  return {
    async prove() {
      await clusterId(session)
    },
    async check(onCapability) {
      const accountId = await clusterId(session)
      const capabilities: CheckedCapability[] = []
      for (const { dataset, unlocks, permissions } of permissionsByDataset) {
        const actions = permissions.map(({ action }) => action)
        const capability = await checkDataset(session, { dataset, unlocks, actions })
        capabilities.push(capability)
        await onCapability(capability)
      }
      return { accountId, capabilities, error: '' }
    },
    async discover() {
      const accountId = await clusterId(session)
      const units = kubernetesPorts.map(({ dataset }) => ({ accountId, accountName, region: globalRegion, dataset }))
      return { accountId, units, denied: new Map() }
    },
    async readPage(unit, request) {
      const port = kubernetesPorts.find(({ dataset }) => dataset === unit.dataset)
      if (!port) throw new SyncFailure('unexpected', `Kubernetes has no dataset named ${unit.dataset}.`)
      return port.readPage(session, unit, request)
    },
    // Its use is read for all containers at once.
    metricTypes: [],
    release: () => undefined,
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

/** The ID of the system namespace: it stays when the address changes. */
async function clusterId(session: KubernetesSession): Promise<string> {
  const { metadata } = parseAnswer(
    identityAction,
    namespaceSchema,
    await session.send(identityAction, '/api/v1/namespaces/kube-system'),
  )
  return metadata.uid
}

async function checkDataset(
  session: KubernetesSession,
  { dataset, unlocks, actions }: Pick<CheckedCapability, 'dataset' | 'unlocks' | 'actions'>,
): Promise<CheckedCapability> {
  const missing: string[] = []
  let reason = ''
  for (const action of actions) {
    try {
      await session.send(action, probePaths[action] ?? '/version')
    } catch (error) {
      if (!(error instanceof SyncFailure) || error.kind === 'credentials') throw error
      if (error.kind === 'denied') missing.push(action)
      if (error.kind === 'denied' || error.kind === 'not_enabled') reason = error.message
    }
  }
  return {
    dataset,
    unlocks,
    state: reason === '' ? 'complete' : 'missing',
    actions,
    missing,
    statement: missing.map(ruleOf).join('\n'),
    reason,
  }
}

/** One small request for each permission. */
const probePaths: Readonly<Record<string, string>> = {
  'core/namespaces:get': '/api/v1/namespaces/kube-system',
  'core/namespaces:list': '/api/v1/namespaces?limit=1',
  'core/nodes:list': '/api/v1/nodes?limit=1',
  'core/pods:list': '/api/v1/pods?limit=1',
  'core/persistentvolumes:list': '/api/v1/persistentvolumes?limit=1',
  'apps/deployments:list': '/apis/apps/v1/deployments?limit=1',
  'apps/statefulsets:list': '/apis/apps/v1/statefulsets?limit=1',
  'apps/daemonsets:list': '/apis/apps/v1/daemonsets?limit=1',
  'batch/cronjobs:list': '/apis/batch/v1/cronjobs?limit=1',
  'metrics.k8s.io/pods:list': '/apis/metrics.k8s.io/v1beta1/namespaces/kube-system/pods',
}

function ruleOf(action: string): string {
  const [, group = '', resource = '', verb = ''] = /^([^/]+)\/([^:]+):(.+)$/.exec(action) ?? []
  return `- {apiGroups: ["${group === 'core' ? '' : group}"], resources: [${resource}], verbs: [${verb}]}`
}
