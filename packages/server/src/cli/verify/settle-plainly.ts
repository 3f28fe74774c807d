/** A month settled from the customer's own files: one pass over them, then resource after resource. No engine is started. */
import { openPacker, unpackLines } from '@kept/connectors/plain/packed-lines.ts'
import { collectLines, type LineCollection } from '@kept/connectors/plain/read-lines.ts'
import { hoursOfMonth } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { openSettlement, type SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { skusOf } from '@kept/engine/savings/month/skus-of.ts'
import type { PlainFile } from './open-plainly.ts'
import { openPartFiles } from './part-files.ts'
import { tidyMemory } from './tidy-memory.ts'

/** In one part: their lines are in memory together, some hundred thousand where a resource is billed by the hour. */
const lineagesAtOnce = 160
const partsBetweenTidying = 4

export async function settlePlainly(
  files: readonly PlainFile[],
  setup: MonthSetup,
  signal: AbortSignal,
): Promise<{ settled: SettledMonth; rows: number; passedOver: number }> {
  let collected: LineCollection | undefined
  const settlement = openSettlement(setup, {
    get prices() {
      return collected?.prices() ?? []
    },
    isCovered: (hour) => collected?.isCovered(hour) ?? false,
  })
  const { lineages, commitments } = settlement
  const inLineages = lineages.flatMap((lineage) => lineage.resources)
  const known = new Set(inLineages)
  const others = settlement.replacements.filter((resource) => !known.has(resource))
  const replacements = new Set(settlement.replacements)
  const lineageParts = Math.ceil(lineages.length / lineagesAtOnce)
  const parts = lineageParts + Math.ceil(others.length / lineagesAtOnce)
  const resources = [...inLineages, ...others]
  const partOf = [
    ...lineages.flatMap((lineage, index) => lineage.resources.map(() => index % lineageParts)),
    ...others.map((_, index) => lineageParts + Math.floor(index / lineagesAtOnce)),
  ]
  const put = openPartFiles(parts)
  try {
    const packer = openPacker(parts, put.append)
    const wanted = {
      ...hoursOfMonth(setup.month),
      currency: setup.currency,
      skus: skusOf(setup),
      resources,
      commitments,
    }
    collected = collectLines(wanted, (line) => packer.add(partOf[line.resource] ?? 0, line))
    await readAll(files, collected, signal)
    packer.end()
    for (let part = 0; part < parts; part += 1) {
      if (part % partsBetweenTidying === 0) tidyMemory()
      signal.throwIfAborted()
      const lines = unpackLines(put.take(part), resources)
      for (const [resource, own] of lines) if (replacements.has(resource)) settlement.addReplacement(resource, own)
      for (let index = part; index < lineages.length && part < lineageParts; index += lineageParts) {
        const lineage = lineages[index]
        if (!lineage) continue
        const own = lineage.resources.flatMap((resource): SavingsLine[] => lines.get(resource) ?? [])
        settlement.addLineage(lineage, own)
      }
    }
    const hours = Map.groupBy(collected.commitmentHours(), ({ commitment }) => commitment)
    for (const id of commitments) settlement.addCommitment(id, hours.get(id) ?? [])
    return { settled: settlement.close(), rows: collected.rows, passedOver: collected.passedOver }
  } finally {
    put.remove()
  }
}

async function readAll(files: readonly PlainFile[], collected: LineCollection, signal: AbortSignal): Promise<void> {
  for (const { bill, open } of files) {
    const reader = collected.read(bill)
    for await (const piece of open() as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted()
      reader.write(piece)
    }
    reader.end()
  }
}
