/** Bills in Google and Azure object storage, over HTTP against small compatible servers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, readBills, totalsOf } from './testing/read-bills.ts'
import { type SmallBlobStore, startSmallBlobStore } from './testing/small-blob-store.ts'
import { type SmallS3, startSmallS3 } from './testing/small-s3.ts'

let world: World
const objects = new Map<string, Buffer>()
beforeAll(async () => {
  world = await openWorld()
  objects.set('bills/2024/one.csv', Buffer.from(bill('1')))
  objects.set('bills/2024/two.csv.gz', gzipSync(bill('2')))
  objects.set('bills/2024/cur.snappy.parquet', await readFile(join(fixtures, 'gcp/nested.parquet')))
})
afterAll(() => world.close())

const bill = (amount: string) =>
  `BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory\n${amount},1,USD,2024-03-01,2024-03-01,2024-03-02,Usage\n`

async function billedAt(url: string, environment: Record<string, string>): Promise<(string | number | null)[][]> {
  const { importId } = await readBills(world, [{ kind: 'url', url }], { environment })
  return (await totalsOf(world, importId)).map(({ rows, billed }) => [rows, billed])
}

describe('gs://', () => {
  let store: SmallS3
  beforeAll(async () => {
    store = await startSmallS3(objects, 'GOOGEXAMPLE')
  })
  afterAll(() => store.close())
  const environment = (id = 'GOOGEXAMPLE') => ({
    GCS_ENDPOINT_URL: store.url,
    GCS_HMAC_ACCESS_ID: id,
    GCS_HMAC_SECRET: 'not-a-secret',
  })

  it('gives an object, and a folder of several kinds', async () => {
    expect(await billedAt('gs://bills/2024/two.csv.gz', environment())).toEqual([[1, '2']])
    expect(await billedAt('gs://bills/2024', environment())).toEqual([[4, '4.1845678901234567']])
  })

  it('rejects in one sentence, without repeating keys', async () => {
    const refused = await billedAt('gs://bills/2024/', environment('GOOGWRONG')).catch((error: Error) => error.message)
    expect(refused).toMatch(/^gs:\/\/bills\/2024\/ cannot be read with the given credentials; .*\.$/)
    expect(refused).not.toMatch(/GOOG|not-a-secret/)
  })
})

describe('az://', () => {
  const key = Buffer.from('not a secret').toString('base64')
  let store: SmallBlobStore
  beforeAll(async () => {
    store = await startSmallBlobStore(objects, key)
  })
  afterAll(() => store.close())
  const environment = (callersKey = key) => ({ AZURE_STORAGE_CONNECTION_STRING: store.connectionString(callersKey) })

  it('gives a blob, and a folder of several kinds', async () => {
    expect(await billedAt('az://bills/2024/two.csv.gz', environment())).toEqual([[1, '2']])
    expect(await billedAt('az://bills/2024/', environment())).toEqual([[4, '4.1845678901234567']])
  })

  it('rejects in one sentence, without repeating keys', async () => {
    const wrongKey = Buffer.from('another').toString('base64')
    const refused = await billedAt('az://bills/2024/', environment(wrongKey)).catch((error: Error) => error.message)
    expect(refused).toMatch(/^az:\/\/bills\/2024\/ cannot be read with the given credentials; .*\.$/)
    expect(refused).not.toContain(wrongKey)
  })

  it('reports that nothing was found', async () => {
    await expect(billedAt('az://bills/2025/', environment())).rejects.toThrow(
      /^Nothing found at az:\/\/bills\/2025\/; check the address\.$/,
    )
  })
})
