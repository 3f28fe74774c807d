/** Sizes of tasks that Fargate sells. */

export interface TaskSize {
  /** 1,024 are one vCPU. */
  cpu: number
  /** MiB. */
  memory: number
}

/** Memory in MiB by CPU units, in ascending order. Source: Amazon ECS, task sizes of Fargate. */
const memoryByCpu: readonly (readonly [cpu: number, memory: readonly number[]])[] = [
  [256, [512, 1024, 2048]],
  [512, range(1024, 4096, 1024)],
  [1024, range(2048, 8192, 1024)],
  [2048, range(4096, 16_384, 1024)],
  [4096, range(8192, 30_720, 1024)],
  [8192, range(16_384, 61_440, 4096)],
  [16_384, range(32_768, 122_880, 8192)],
]

export function isFargateSize({ cpu, memory }: TaskSize): boolean {
  return memoryByCpu.some(([units, amounts]) => units === cpu && amounts.includes(memory))
}

/** The cheapest size with at least so much of both; undefined where none has it. More CPU never has less memory. */
export function smallestFargateSize(needed: TaskSize): TaskSize | undefined {
  for (const [cpu, amounts] of memoryByCpu) {
    const memory = amounts.find((amount) => amount >= needed.memory)
    if (cpu >= needed.cpu && memory !== undefined) return { cpu, memory }
  }
  return undefined
}

/** "512-1024": 512 CPU units and 1,024 MiB. */
export function formatTaskSize({ cpu, memory }: TaskSize): string {
  return `${cpu}-${memory}`
}

/** Undefined for a text that is no size. */
export function readTaskSize(text: string): TaskSize | undefined {
  const [, cpu, memory] = /^(\d{2,5})-(\d{1,6})$/.exec(text) ?? []
  return cpu && memory ? { cpu: Number(cpu), memory: Number(memory) } : undefined
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)
}
