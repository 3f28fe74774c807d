/** Sizes of tasks: which ones Fargate sells, and whether the containers fit. */
import { KeptError } from '@kept/domain/errors.ts'
import { isFargateSize, readTaskSize, type TaskSize } from '@kept/domain/fargate-size.ts'
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'

/** "512-1024": 512 CPU units and 1,024 MiB. */
export function taskSizeOf(setting: string, { name }: Pick<RemediationTarget, 'name'>): TaskSize {
  const size = readTaskSize(setting)
  if (size) return size
  throw new KeptError('bad_input', `Enter the size of a task of ${name} as CPU units and MiB, such as 512-1024.`)
}

/** Throws `bad_input` for a size that is not sold, and `conflict` for one that the containers do not fit in. */
export function checkTaskSize(
  definition: ResourceState,
  { cpu, memory }: TaskSize,
  { name }: Pick<RemediationTarget, 'name'>,
): void {
  const compatibilities = definition.requiresCompatibilities
  if (Array.isArray(compatibilities) && compatibilities.includes('FARGATE') && !isFargateSize({ cpu, memory }))
    throw new KeptError('bad_input', `Fargate has no tasks with ${cpu} CPU units and ${memory} MiB of memory.`)
  const containers = (definition.containerDefinitions ?? []) as Record<string, number | string | undefined>[]
  const reservedCpu = total(containers.map((container) => container.cpu))
  const largest = containers.find((container) => Number(container.memory ?? 0) > memory)
  const reservedMemory = total(containers.map((container) => container.memoryReservation ?? container.memory))
  if (reservedCpu > cpu)
    throw new KeptError('conflict', `The containers of ${name} reserve ${reservedCpu} CPU units, more than ${cpu}.`)
  if (largest || reservedMemory > memory)
    throw new KeptError(
      'conflict',
      largest
        ? `The container ${largest.name} of ${name} may use ${largest.memory} MiB, more than ${memory}.`
        : `The containers of ${name} reserve ${reservedMemory} MiB, more than ${memory}.`,
    )
}

function total(values: readonly (number | string | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
}
