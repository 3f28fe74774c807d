/**
 * For tests: a Kept whose demo is complete. It is seeded once in a run of tests, as a first start does it, and each test
 * file gets a copy of both databases and of the data folder.
 */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Scope } from '@kept/domain/scope.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { oncePerRun } from '@kept/store/testing/once-per-run.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { expect, vi } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

const settings = { KEPT_DEMO: 'on' }
/** The time at which it was seeded. */
export const seededAt = new Date('2026-11-20T12:00:00Z')

interface SeededDemo extends TestKept {
  demo: Scope
}

export async function openSeededDemo(): Promise<SeededDemo> {
  const { copyOf, files } = await oncePerRun('demo', seed)
  const world = await openWorld({ copyOf })
  const kept = await openKept(settings, { now: () => seededAt, world, files })
  return {
    ...kept,
    demo: { organizationId: (await findOrganization(world.database, 'demo'))?.id ?? '' },
    async close() {
      await kept.close()
      await world.close()
    },
  }
}

async function seed(): Promise<{ copyOf: string; files: string }> {
  const world = await openWorld()
  const kept = await openKept(settings, { now: () => seededAt, world })
  const files = mkdtempSync(join(tmpdir(), 'kept-demo-files-'))
  try {
    await vi.waitFor(async () => expect(await unfinishedJobs(world)).toEqual([]), { timeout: 300_000, interval: 100 })
    const held = new Set(['kept.lock', 'kept.running.json'])
    cpSync(kept.server.services.folder.path, files, { recursive: true, filter: (path) => !held.has(basename(path)) })
  } finally {
    await kept.close()
  }
  return { copyOf: await world.keep(), files }
}

/** Due and not done, or given up. */
async function unfinishedJobs({ database }: World): Promise<{ name: string; state: string }[]> {
  const { rows } = await database.pool.query<{ name: string; state: string }>(
    `SELECT name, state::text AS state FROM jobs.job
     WHERE state = 'failed' OR (state IN ('created', 'retry', 'active') AND start_after <= now())`,
  )
  return rows
}
