/**
 * From a new connection to the first recommendation, and to the end of its first run: an AWS organization in moto, with
 * a Kept as a process of its own. The reference lists the same volumes with the SDK, one account and region after the other.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listRegions } from '@kept/connectors/aws/live/discover.ts'
import { ec2Port } from '@kept/connectors/aws/live/inventory/ec2.ts'
import type { AwsSession } from '@kept/connectors/aws/live/session.ts'
import { createAccounts, createVolumes, openOwnerSession } from '@kept/connectors/aws/live/testing/owner.ts'
import { inParallel } from '@kept/server/sync/in-parallel.ts'
import { type Benchmark, timed } from './benchmark.ts'
import { type KeptProcess, kill, startKept } from './kept-process.ts'

const accounts = Number(process.env.BENCH_MOTO_ACCOUNTS ?? 61)
const regionCount = Number(process.env.BENCH_MOTO_REGIONS ?? 38)
const resources = Number(process.env.BENCH_MOTO_RESOURCES ?? 2_000)
const owner = '123456789012'
const longestMs = 30 * 60_000

interface Location {
  session: AwsSession
  account: string
  region: string
}

export const motoBenchmark: Benchmark = {
  name: 'moto',
  title: `Account to first recommendation: ${resources.toLocaleString('en-US')} resources in ${accounts} accounts and ${regionCount} regions`,
  unavailable: () =>
    existsSync(process.env.KEPT_MOTO ?? '') ? '' : 'moto is absent. Set KEPT_MOTO to a moto server program.',
  async run({ scratch, print }) {
    const { startMoto } = await import('@kept/server/sync/testing/moto.ts')
    const moto = await startMoto({ hasPublicImages: false })
    // Kept refuses settings that are not its own.
    delete process.env.KEPT_MOTO
    let kept: KeptProcess | undefined
    try {
      const locations = await createOrganization(moto.url, moto.session)
      print(`${locations.length} accounts and regions`)
      kept = await startKept(join(scratch, 'data'), 'bench', { settings: { KEPT_STORAGE_ENDPOINTS: moto.url } })
      const regions = [...new Set(locations.map(({ region }) => region))]
      const times = await syncOnce(kept, { endpoint: moto.url, regions, print })
      print(`run of ${times.runMs} ms`)
      const referenceMs = await timed(() => listVolumes(locations))
      const seconds = (ms: number) => (ms / 1000).toFixed(1)
      return {
        description: `An organization of ${accounts} accounts in moto, each read in ${regions.length} regions through the role of the connection; ${resources.toLocaleString('en-US')} unattached volumes.`,
        head: ['', 'seconds', 'resources', 'requests'],
        rows: [
          ['to the first recommendation', seconds(times.firstMs), '', ''],
          ['to the end of the first run', seconds(times.runMs), String(times.resources), String(times.requests)],
        ],
        notes: [
          `The volumes alone, listed one account and region after the other: ${seconds(referenceMs)} s.`,
          'moto is one process of Python beside Kept on the same machine, and answers most of the time that passes.',
        ],
      }
    } finally {
      if (kept) await kill(kept.process)
      await moto.stop()
    }
  },
}

/** The volumes are spread over all accounts and regions. */
async function createOrganization(url: string, session: AwsSession): Promise<Location[]> {
  const members = await createAccounts(session, accounts - 1)
  const enabled = await listRegions(session)
  const regions = enabled.slice(0, regionCount)
  if (regions.length < regionCount)
    throw new Error(`moto has ${enabled.length} regions. Set BENCH_MOTO_REGIONS to that.`)
  const sessions = [
    { account: owner, session },
    ...members.map((account) => ({
      account,
      session: openOwnerSession(url).assume(`arn:aws:iam::${account}:role/Owner`),
    })),
  ]
  const locations = sessions.flatMap((entry) => regions.map((region) => ({ ...entry, region })))
  await inParallel([...locations.entries()], 8, async ([index, location]) => {
    const share =
      Math.floor(((index + 1) * resources) / locations.length) - Math.floor((index * resources) / locations.length)
    await createVolumes(location.session, location.region, share)
  })
  return locations
}

async function syncOnce(
  { client }: KeptProcess,
  { endpoint, regions, print }: { endpoint: string; regions: readonly string[]; print(line: string): void },
) {
  const startedMs = performance.now()
  const { data: connection } = await client.connections.create({
    kind: 'aws',
    name: 'Organization',
    regions: [...regions],
    endpoint,
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    role_arn: `arn:aws:iam::${owner}:role/KeptRead`,
  })
  let firstMs: number | undefined
  for (;;) {
    await wait(1000)
    const sinceMs = performance.now() - startedMs
    if (firstMs === undefined && (await client.costOptimization.recommendations({})).data.length > 0) {
      firstMs = sinceMs
      print(`first recommendation after ${firstMs} ms`)
    }
    const { last_run: run, resources: listed } = (await client.sync.get({ id: connection.id })).data
    if (run?.finished_at && firstMs !== undefined)
      return { firstMs, runMs: sinceMs, resources: listed, requests: run.requests }
    if (sinceMs > longestMs) throw new Error(`The run did not end: ${JSON.stringify(run)}`)
    if (run?.error) throw new Error(run.error)
  }
}

async function listVolumes(locations: readonly Location[]): Promise<void> {
  const volumes = ec2Port.operations.find(({ action }) => action === 'ec2:DescribeVolumes')
  if (!volumes) throw new Error('Kept lists no volumes')
  for (const { session, account, region } of locations)
    await volumes.send(session, { accountId: account, accountName: account, region }, undefined)
}
