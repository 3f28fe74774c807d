/** Whether a workload replaces its pods after a change, and whether it has. */
export interface WorkloadAnswer {
  metadata?: { generation?: number }
  spec?: {
    replicas?: number
    paused?: boolean
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } }
    template?: {
      spec?: { containers?: { name: string; resources?: { requests?: { cpu?: string; memory?: string } } }[] }
    }
  }
  status?: {
    observedGeneration?: number
    replicas?: number
    updatedReplicas?: number
    availableReplicas?: number
    /** Of a daemon set, in place of the three above. */
    desiredNumberScheduled?: number
    updatedNumberScheduled?: number
    numberAvailable?: number
  }
}

/** The end of a sentence where it waits for a person; else "". */
export function manualUpdates({ spec = {} }: WorkloadAnswer): string {
  if (spec.paused === true) return 'is paused, so a change would reach none of its pods. Resume its rollout first.'
  if (spec.updateStrategy?.type === 'OnDelete')
    return 'replaces its pods only when a person deletes them (OnDelete). Change it with the commands.'
  if ((spec.updateStrategy?.rollingUpdate?.partition ?? 0) > 0)
    return 'replaces only a part of its pods (partition). Change it with the commands.'
  return ''
}

export function isRolledOut({ metadata = {}, spec = {}, status = {} }: WorkloadAnswer): boolean {
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return false
  if (status.desiredNumberScheduled !== undefined)
    return (
      status.updatedNumberScheduled === status.desiredNumberScheduled &&
      (status.numberAvailable ?? 0) === status.desiredNumberScheduled
    )
  // An API server leaves zeros out.
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status
  const expected = spec.replicas ?? 1
  return replicas === expected && updatedReplicas === expected && availableReplicas === expected
}
