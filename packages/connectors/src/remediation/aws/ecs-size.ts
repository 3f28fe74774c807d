/** Sizes of tasks: which ones Fargate sells, and whether the containers fit. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'

export interface TaskSize {
  /** 1,024 are one vCPU. */
  cpu: number
  /** MiB. */
  memory: number
}

/** Memory in MiB for CPU units, from, to and in steps of. Source: Amazon ECS, task sizes of Fargate. */
const fargateMemory: Readonly<Record<number, readonly [from: number, to: number, step: number]>> = {
  512: [1024, 4096, 1024],
  1024: [2048, 8192, 1024],
  2048: [4096, 16_384, 1024],
  4096: [8192, 30_720, 1024],
  8192: [16_384, 61_440, 4096],
  16384: [32_768, 122_880, 8192],
}

/** "512-1024": 512 CPU units and 1,024 MiB. */
export function taskSizeOf(setting: string, { name }: Pick<RemediationTarget, 'name'>): TaskSize {
  const [, cpu, memory] = /^(\d{2,5})-(\d{1,6})$/.exec(setting) ?? []
  if (cpu && memory) return { cpu: Number(cpu), memory: Number(memory) }
  throw new KeptError('bad_input', `Enter the size of a task of ${name} as CPU units and MiB, such as 512-1024.`)
}

/** Throws `bad_input` for a size that is not sold, and `conflict` for one that the containers do not fit in. */
export function checkTaskSize(
  definition: ResourceState,
  { cpu, memory }: TaskSize,
  { name }: Pick<RemediationTarget, 'name'>,
): void {
  const compatibilities = definition.requiresCompatibilities
  if (Array.isArray(compatibilities) && compatibilities.includes('FARGATE') && !isSold({ cpu, memory }))
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

function isSold({ cpu, memory }: TaskSize): boolean {
  if (cpu === 256) return [512, 1024, 2048].includes(memory)
  const [from, to, step] = fargateMemory[cpu] ?? [1, 0, 1]
  return memory >= from && memory <= to && (memory - from) % step === 0
}

function total(values: readonly (number | string | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
}
