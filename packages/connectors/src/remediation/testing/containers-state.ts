/** For tests: the state of container services, node pools, workloads and SQL databases of the emulated clouds. */
export interface ContainersState {
  service: {
    desired: number
    /** Null where nothing scales it. */
    suspended: Record<string, boolean> | null
    revision: string
    /** By ARN. */
    revisions: Record<string, { definition: Record<string, unknown>; tags: { key: string; value: string }[] }>
    rolloutState: string
    deployedBy: string
    strategy: string
  }
  nodeGroup: { minSize: number; maxSize: number; desiredSize: number }
  aksPool: Record<string, unknown> | undefined
  aksPower: 'Running' | 'Stopped'
  sql: { size: string; pool: string }
  gkePool: { nodesOfZone: number; autoscaling: Record<string, unknown>; isBusy: boolean }
  workloads: Record<string, EmulatedWorkload>
  autoscalers: object[]
}

export interface EmulatedWorkload {
  spec: Record<string, unknown>
  containers: { name: string; resources: { requests: Record<string, string | null> } }[]
  isStuck: boolean
}
