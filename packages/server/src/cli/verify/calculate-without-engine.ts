/** Calculates a month directly from the customer's files in one pass, without starting the warehouse. */
import { openPacker, unpackLines } from '@kept/connectors/plain/packed-lines.ts'
import { collectLines, type LineCollection } from '@kept/connectors/plain/read-lines.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { type CalculatedMonth, openSettlement } from '@kept/engine/savings/month/calculate-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { skusOf } from '@kept/engine/savings/month/skus-of.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { chunksOf } from '@kept/store/reading/chunks.ts'
import type { PlainFile } from './open-plainly.ts'
import { openPartFiles } from './part-files.ts'
import { tidyMemory } from './tidy-memory.ts'

/** Lineages per part. The lines of a part are in memory together. */
const lineagesAtOnce = 160
const partsBetweenTidying = 4

export async function calculateWithoutEngine(
  files: readonly PlainFile[],
  setup: MonthSetup,
  signal: AbortSignal,
): Promise<{ calculated: CalculatedMonth; rows: number; passedOver: number }> {
  let collected: LineCollection | undefined
  const settlement = openSettlement(setup, {
    get prices() {
      return collected?.prices() ?? []
    },
    isCovered: (hour) => collected?.isCovered(hour) ?? false,
  })
  const { lineages, commitments } = settlement
  const inLineages = lineages.flatMap((lineage) => lineage.resources)
  const lineageResources = new Set(inLineages)
  const otherReplacements = settlement.replacements.filter((resource) => !lineageResources.has(resource))
  const replacements = new Set(settlement.replacements)
  const lineageParts = Math.ceil(lineages.length / lineagesAtOnce)
  const parts = lineageParts + Math.ceil(otherReplacements.length / lineagesAtOnce)
  const resources = [...inLineages, ...otherReplacements]
  const partOf = [
    ...lineages.flatMap((lineage, index) => lineage.resources.map(() => index % lineageParts)),
    ...otherReplacements.map((_, index) => lineageParts + Math.floor(index / lineagesAtOnce)),
  ]
  const partFiles = openPartFiles(parts)
  try {
    const packer = openPacker(parts, partFiles.append)
    const filter = {
      ...hoursOfMonth(setup.month),
      currency: setup.currency,
      skus: skusOf(setup),
      resources,
      commitments,
    }
    collected = collectLines(filter, (line) => packer.add(partOf[line.resource] ?? 0, line))
    await readAll(files, collected, signal)
    packer.end()
    for (let part = 0; part < parts; part += 1) {
      if (part % partsBetweenTidying === 0) tidyMemory()
      signal.throwIfAborted()
      const lines = unpackLines(partFiles.takePart(part), resources)
      for (const [resource, resourceLines] of lines)
        if (replacements.has(resource)) settlement.addReplacement(resource, resourceLines)
      for (let index = part; index < lineages.length && part < lineageParts; index += lineageParts) {
        const lineage = lineages[index]
        if (!lineage) continue
        const lineageLines = lineage.resources.flatMap((resource): SavingsLine[] => lines.get(resource) ?? [])
        settlement.addLineage(lineage, lineageLines)
      }
    }
    const hours = Map.groupBy(collected.commitmentHours(), ({ commitment }) => commitment)
    for (const id of commitments) settlement.addCommitment(id, hours.get(id) ?? [])
    return { calculated: settlement.close(), rows: collected.rows, passedOver: collected.passedOver }
  } finally {
    partFiles.remove()
  }
}

async function readAll(files: readonly PlainFile[], collected: LineCollection, signal: AbortSignal): Promise<void> {
  for (const { bill, open } of files) {
    const reader = collected.read(bill)
    for await (const chunk of chunksOf(open())) {
      signal.throwIfAborted()
      reader.write(chunk)
    }
    reader.end()
  }
}
