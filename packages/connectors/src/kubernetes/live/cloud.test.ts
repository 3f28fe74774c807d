/** A cluster with the faults that connectors of others fell over: each is a test by name. */
import { readdirSync, readFileSync } from 'node:fs'
import type { DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { KubernetesAccess } from './access.ts'
import { openKubernetesCloud } from './cloud.ts'
import { objectListSchema } from './define-port.ts'
import { clusterRoleRules, manifest } from './setup.ts'
import {
  answerCluster,
  clusterToken,
  clusterUid,
  createSmallCluster,
  type SmallCluster,
  status,
} from './testing/small-cluster.ts'

const access: KubernetesAccess = { server: 'https://cluster.example.com:6443', token: clusterToken }
const nowMs = Date.parse('2026-11-22T10:20:00Z')

function open(cluster: Partial<SmallCluster> = {}, changes: Partial<KubernetesAccess> = {}): LiveCloud {
  return openKubernetesCloud({ ...access, ...changes }, depsOf(answerCluster(createSmallCluster(cluster)), nowMs))
}

function unit(dataset: DiscoveredUnit['dataset']): DiscoveredUnit {
  return { accountId: clusterUid, accountName: 'cluster.example.com', region: 'global', dataset }
}

const readAll = (cloud: LiveCloud, dataset: DiscoveredUnit['dataset']) => readAllItems(cloud, unit(dataset), nowMs)

describe('a Kubernetes connection', () => {
  it('lists containers over several pages, named as OpenCost names them', async () => {
    const items = await readAll(open({ pods: 7 }), 'containers')
    expect(items).toHaveLength(14)
    expect(items[0]).toMatchObject({
      resource_id: 'shop/web-0/app',
      type: 'Container',
      state: 'running',
      owner: 'web',
      attributes: { cpu_request: '500m', memory_request: '1Gi' },
      relations: [{ kind: 'member_of', resource_id: `node/${clusterUid}/node-1` }],
    })
  })

  it('pitfall: a list of Kubernetes expires while it is read (410)', async () => {
    const seen: (string | null)[] = []
    const cloud = open({
      pods: 6,
      fault: ({ url }) => {
        if (url.pathname !== '/api/v1/pods') return undefined
        const token = url.searchParams.get('continue')
        seen.push(token)
        return token === '2' && seen.filter((entry) => entry === '2').length === 1
          ? status(410, 'The provided continue parameter is too old.', { continue: '3' })
          : undefined
      },
    })
    await readAll(cloud, 'containers')
    expect(seen).toEqual([null, '2', '3', '5'])
  })

  const podsAnswer = (answer: { status?: number; body: unknown }) =>
    open({ fault: ({ url }) => (url.pathname === '/api/v1/pods' ? answer : undefined) })

  it('stays partial when a list expires without a token (410)', async () => {
    const expired = podsAnswer(status(410, 'Expired'))
    await expect(readAll(expired, 'containers')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('pitfall: a list of Kubernetes is cut off without a word (cloud-custodian#11081)', async () => {
    const cut = podsAnswer({ body: { metadata: { remainingItemCount: 9 }, items: [] } })
    await expect(readAll(cut, 'containers')).rejects.toThrow(/left out some of core\/pods:list/)
  })

  it('reads what containers use of their requests', async () => {
    const { points, next } = await open().readPage(unit('metrics'), { cursor: null, targets: [], nowMs })
    expect(next).toBeNull()
    // A container without requests has no share.
    expect(points).toHaveLength(6)
    expect(points[0]).toMatchObject({
      resource_id: 'shop/web-0/app',
      metric: 'cpu_utilization',
      value: 10,
      seconds: 30,
    })
    expect(points[1]).toMatchObject({ metric: 'memory_utilization', value: 25 })
  })

  it('says that there is no metrics server', async () => {
    await expect(
      open({ hasMetrics: false }).readPage(unit('metrics'), { cursor: null, targets: [], nowMs }),
    ).rejects.toMatchObject({
      kind: 'not_enabled',
    })
  })

  it('names the permission that is missing, with the rule to add', async () => {
    const { capabilities, accountId } = await open({ isAllowed: (resource) => resource !== 'nodes' }).check(
      async () => undefined,
    )
    expect(accountId).toBe(clusterUid)
    expect(capabilities.filter(({ state }) => state === 'missing')).toMatchObject([
      {
        dataset: 'nodes',
        missing: ['core/nodes:list'],
        statement: '- {apiGroups: [""], resources: [nodes], verbs: [list]}',
      },
    ])
  })

  it('publishes a role without secrets, and without a verb that changes anything', () => {
    const rules = clusterRoleRules()
    expect(rules.flatMap(({ verbs }) => verbs).every((verb) => verb === 'get' || verb === 'list')).toBe(true)
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('secrets')
    expect(manifest()).toContain('resources: [pods], verbs: [list]')
  })

  it('says in one sentence what is wrong', async () => {
    await expect(open({}, { token: 'expired' }).prove()).rejects.toThrow(
      'The cluster does not accept the token: it has expired or was deleted. Create a new one and enter it.',
    )
  })
})

const folder = new URL('../../../../../../shared/data/cloud-recordings/k8s/', import.meta.url)
const files = (() => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
})()

describe.skipIf(files.length === 0)(
  `recorded answers${files.length === 0 ? ' (skipped: ../shared/data/cloud-recordings is not here)' : ''}`,
  () => {
    it('are lists of the documented shape', () => {
      let lists = 0
      for (const file of files) {
        const text = readFileSync(new URL(encodeURIComponent(file), folder), 'utf8')
        for (const [, json = ''] of text.matchAll(/string: '(\{"kind":"[A-Za-z]+List".*?\})\s*'\}/gs)) {
          let body: unknown
          try {
            // YAML folds long lines.
            body = JSON.parse(json.replaceAll(/\n\s*/g, ' ').replaceAll("''", "'"))
          } catch {
            continue
          }
          expect(objectListSchema.safeParse(body).error, file).toBeUndefined()
          lists += 1
        }
      }
      process.stderr.write(`recorded lists of Kubernetes: ${lists}\n`)
      expect(lists).toBeGreaterThan(0)
    })
  },
)
