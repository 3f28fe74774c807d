/** Worlds as files, held against what the importer reads: nothing is rejected, and the same seed gives the same bytes. */
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import { loopTypes } from '@kept/domain/loop-types.ts'
import type { TelemetrySink } from '@kept/domain/span.ts'
import { toolDefaultsLookAlikes, toolDefaultsLoops } from '@kept/scenarios/loops/tool-defaults/classes.ts'
import { type ToolDefaultsClass, worldOf } from '@kept/scenarios/loops/tool-defaults/world-class.ts'
import { describe, expect, it } from 'vitest'

/** Bytes of one world: well below a minute of reading. */
const largest = 24 * 1024 ** 2

async function* chunkOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function readWorld({ name, files }: ReturnType<typeof worldOf>) {
  const read = { items: 0, rejected: [] as string[], resources: new Set<string>() }
  const count = ({ resource }: { resource: { name: string } }) => {
    read.items += 1
    read.resources.add(resource.name)
  }
  const sink: TelemetrySink = {
    ...{ span: count, metric: count, log: count, event: count },
    reject: (items, reason) => read.rejected.push(`${name}: ${items} ${reason}`),
  }
  for (const file of files) await readTelemetry(chunkOf(file.text), file.name, sink)
  return read
}

const customerRules = 'custom_pattern'
const sets = [
  { set: 'third', halves: ['third'], pairs: 12, types: loopTypes },
  { set: 'fourth', halves: ['fourth'], pairs: 12, types: loopTypes },
  {
    ...{ set: 'fifth', halves: ['fifth', 'fifth-held'], pairs: 13 },
    types: loopTypes.filter((type) => type !== customerRules),
  },
  {
    ...{ set: 'sixth', halves: ['sixth', 'sixth-held'], pairs: 10 },
    types: loopTypes.filter((type) => type !== customerRules && type !== 'api_polling_loop'),
  },
  { set: 'seventh', halves: ['seventh-held'], pairs: 12, types: loopTypes },
]

describe.each(sets)('set $set', ({ halves, pairs, types: expectedTypes }) => {
  const isOfSet = (worldClass: ToolDefaultsClass) => halves.includes(worldClass.half)
  const loops = toolDefaultsLoops.filter(isOfSet)
  const lookAlikes = toolDefaultsLookAlikes.filter(isOfSet)
  const worlds = [...loops, ...lookAlikes].map((worldClass) => worldOf(worldClass, 1))

  it('has as many loops as look-alikes, of every type, each with its reason', () => {
    expect([loops.length, lookAlikes.length]).toEqual([pairs, pairs])
    const types = new Set(worlds.flatMap(({ truth }) => truth?.type ?? []))
    expect([...types].toSorted()).toEqual([...expectedTypes].toSorted())
    for (const { why = '' } of [...loops, ...lookAlikes]) expect(why.length).toBeGreaterThan(40)
  })

  it('is read without a reject, names what its loops go through, and stays small', async () => {
    for (const world of worlds) {
      const size = world.files.reduce((sum, { text }) => sum + text.length, 0)
      expect(size, world.name).toBeLessThan(largest)
      const { items, rejected, resources } = await readWorld(world)
      expect(rejected).toEqual([])
      expect(items, world.name).toBeGreaterThan(100)
      expect([...resources], world.name).toEqual(expect.arrayContaining(world.truth?.own.slice(0, 1) ?? []))
    }
  })

  it('is the same for the same seed, and another one for another', () => {
    const quick = worlds.filter(({ files }) => files.every(({ text }) => text.length < largest / 6))
    expect(quick.length).toBeGreaterThan(5)
    for (const { name, files } of quick) {
      const own = [...loops, ...lookAlikes].find((worldClass) => worldClass.name === name)
      expect(own && worldOf(own, 1).files).toEqual(files)
      expect(own && worldOf(own, 2).files).not.toEqual(files)
    }
  })
})
