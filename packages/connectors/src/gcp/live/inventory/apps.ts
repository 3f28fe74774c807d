/** Cloud Run services, functions and Kubernetes clusters. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { definePort, gcpItem, readData } from '../define-port.ts'
import { functionAccess } from '../public-access.ts'
import { number, text } from './values.ts'

/** "python39" is "python3.9", as checks of versions name it. */
function runtimeOf(runtime: string | null | undefined): string | undefined {
  return runtime?.replace(/^python(\d)(\d+)$/, 'python$1.$2')
}

export const appsPort = definePort({
  dataset: 'apps',
  unlocks: 'Cloud Run services and functions',
  lists: [
    {
      type: 'run.googleapis.com/Service',
      reason: 'Lists Cloud Run services.',
      toItems: (resource, location) => [gcpItem(resource, location, { type: 'Service', service: 'Cloud Run' })],
    },
    {
      type: 'cloudfunctions.googleapis.com/Function',
      reason: 'Lists functions.',
      details: [functionAccess],
      toItems(resource, location, _session, details = {}) {
        const { state, status, buildConfig } = readData(resource, {
          state: text,
          status: text,
          buildConfig: z.object({ runtime: text.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Function',
            service: 'Cloud Functions',
            state: (state ?? status ?? '').toLowerCase(),
            attributes: attributes({ ...details, public: details.public, runtime: runtimeOf(buildConfig?.runtime) }),
          }),
        ]
      },
    },
  ],
})

export const clustersPort = definePort({
  dataset: 'clusters',
  unlocks: 'Idle Kubernetes clusters and node pools',
  lists: [
    {
      type: 'container.googleapis.com/Cluster',
      reason: 'Lists Kubernetes clusters.',
      toItems(resource, location) {
        const { status, currentNodeCount, currentMasterVersion, resourceLabels, ...access } = readData(resource, {
          privateClusterConfig: z.object({ enablePrivateEndpoint: z.boolean().nullish() }),
          databaseEncryption: z.object({ state: text.nullish() }),
          status: text,
          currentNodeCount: number,
          currentMasterVersion: text,
          resourceLabels: z.record(text, text),
        })
        return [
          gcpItem({ ...resource, labels: resourceLabels ?? {} }, location, {
            type: 'Kubernetes cluster',
            service: 'Kubernetes Engine',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({
              nodes: currentNodeCount,
              version: currentMasterVersion,
              // What is left out is off.
              public_endpoint: access.privateClusterConfig?.enablePrivateEndpoint !== true,
              secrets_encrypted: access.databaseEncryption?.state === 'ENCRYPTED',
            }),
          }),
        ]
      },
    },
    {
      type: 'container.googleapis.com/NodePool',
      reason: 'Lists the node pools of Kubernetes clusters.',
      toItems(resource, location) {
        const { status, config } = readData(resource, {
          status: text,
          config: z.object({ machineType: text.nullish() }),
        })
        const [, clusterId = '', cluster] = /^(.+\/clusters\/([^/]+))\/nodePools\/[^/]+$/.exec(resource.id) ?? []
        return [
          gcpItem(resource, location, {
            type: 'Node pool',
            service: 'Kubernetes Engine',
            size: config?.machineType ?? '',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ cluster }),
            relations: clusterId ? [{ kind: 'member_of', resource_id: clusterId }] : [],
          }),
        ]
      },
    },
  ],
})
