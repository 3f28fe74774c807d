/** Cloud Run services, functions and Kubernetes clusters. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { definePort, gcpItem, readData } from '../define-port.ts'
import { functionAccess } from '../public-access.ts'
import { list, number, text } from './values.ts'

/** "256M", "1Gi": Cloud Functions means powers of two by either spelling. */
function megabytesOf(memory: string | null | undefined): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([MG])i?$/.exec(memory ?? '') ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 'G' ? 1024 : 1)
}

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
        const { state, status, buildConfig, serviceConfig } = readData(resource, {
          state: text,
          status: text,
          serviceConfig: z.object({ availableMemory: text.nullish() }),
          buildConfig: z.object({ runtime: text.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Function',
            service: 'Cloud Functions',
            state: (state ?? status ?? '').toLowerCase(),
            attributes: attributes({
              ...details,
              public: details.public,
              runtime: runtimeOf(buildConfig?.runtime),
              memory_mb: megabytesOf(serviceConfig?.availableMemory),
            }),
          }),
        ]
      },
    },
  ],
})

export const endpointsPort = definePort({
  dataset: 'endpoints',
  unlocks: 'Model endpoints without requests',
  lists: [
    {
      type: 'aiplatform.googleapis.com/Endpoint',
      reason: 'Lists model endpoints of Vertex AI, to find those without requests.',
      toItems(resource, location) {
        const { displayName, deployedModels, ...access } = readData(resource, {
          displayName: text,
          deployedModels: list,
          network: text,
          enablePrivateServiceConnect: z.boolean(),
          privateServiceConnectConfig: z.object({ enablePrivateServiceConnect: z.boolean().nullish() }),
        })
        const isPrivate =
          Boolean(access.network) ||
          access.enablePrivateServiceConnect === true ||
          access.privateServiceConnectConfig?.enablePrivateServiceConnect === true
        return [
          gcpItem(resource, location, {
            type: 'Model endpoint',
            service: 'Vertex AI',
            name: displayName ?? resource.name,
            // Without a model it costs nothing.
            state: (deployedModels?.length ?? 0) > 0 ? 'deployed' : 'empty',
            attributes: attributes({ models: deployedModels?.length ?? 0, private: isPrivate }),
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
