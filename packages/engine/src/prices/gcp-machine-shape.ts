/** What a machine type of Google Cloud has, as its name says: cloud.google.com/compute/docs/machine-resource. */

interface MachineShape {
  /** "e2". */
  family: string
  /** Of a machine that shares its core, the part that is billed. */
  vcpus: number
  memoryGib: number
}

/**
 * Memory of each vCPU, in GiB. Families with sustained use discounts (N1, N2, N2D, C2, M1, M2) are left out: what they
 * are billed depends on how long the machines of an account run, and on the account. So are classes whose memory is in
 * no fixed ratio, and families with graphics cards or local disks.
 */
const memoryOfVcpu: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  e2: { standard: 4, highmem: 8, highcpu: 1 },
  t2d: { standard: 4 },
  t2a: { standard: 4 },
  c2d: { standard: 4, highmem: 8, highcpu: 2 },
  c3: { standard: 4, highmem: 8, highcpu: 2 },
  c3d: { standard: 4, highmem: 8 },
  c4: { standard: 3.75, highmem: 7.75, highcpu: 2 },
  c4a: { standard: 4, highmem: 8, highcpu: 2 },
  n4: { standard: 4, highmem: 8, highcpu: 2 },
}

/** They may use two vCPUs for a while, and are billed for a part of them. */
const sharedCores: Readonly<Record<string, Omit<MachineShape, 'family'>>> = {
  'e2-micro': { vcpus: 0.25, memoryGib: 1 },
  'e2-small': { vcpus: 0.5, memoryGib: 2 },
  'e2-medium': { vcpus: 1, memoryGib: 4 },
}

/** Undefined for a type that has no list price by vCPU and memory alone. */
export function readMachineShape(type: string): MachineShape | undefined {
  const shared = sharedCores[type]
  if (shared) return { family: 'e2', ...shared }
  const [, family = '', machineClass = '', count] =
    /^([a-z]\d[a-z]?)-(standard|highmem|highcpu)-(\d+)$/.exec(type) ?? []
  const ratio = memoryOfVcpu[family]?.[machineClass]
  return ratio === undefined ? undefined : { family, vcpus: Number(count), memoryGib: Number(count) * ratio }
}
