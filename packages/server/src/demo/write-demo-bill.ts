/** Writes a bill of Northwind as an upload file, one per billing account, gzip-compressed. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { billOf } from '@kept/scenarios/bill/bill-of.ts'
import { csvPieces } from '@kept/scenarios/bill/csv.ts'
import type { BillRow } from '@kept/scenarios/bill/row.ts'
import type { BillingAccount, World } from '@kept/scenarios/world/world.ts'

interface WrittenBill {
  id: string
  name: string
  bytes: number
  sha256: string
}

export const demoBillName = ({ name }: BillingAccount): string =>
  `${name.toLowerCase().replaceAll(' ', '-')}.focus.csv.gz`

/** Rows of billing periods that start on or after that day. */
export function* billSince(world: World, account: BillingAccount, first: string): Generator<BillRow> {
  for (const row of billOf(world, account))
    if ((row.varying.BillingPeriodStart ?? row.fixed.BillingPeriodStart ?? '') >= first) yield row
}

/** Written under a temporary name, synced, then renamed to its id, as every upload. */
export async function writeDemoBill(
  folder: string,
  account: BillingAccount,
  rows: Iterable<BillRow>,
): Promise<WrittenBill> {
  const id = randomUUID()
  const path = join(folder, id)
  const arriving = `${path}.arriving`
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(csvPieces(rows), { objectMode: false }),
    createGzip({ level: 1 }),
    measure,
    createWriteStream(arriving, { mode: 0o600 }),
  )
  const file = await open(arriving, 'r+')
  await file.sync()
  await file.close()
  await rename(arriving, path)
  return {
    id,
    name: demoBillName(account),
    bytes,
    sha256: hash.digest('hex'),
  }
}
