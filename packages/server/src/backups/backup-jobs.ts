import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { BackupRunner } from './runner.ts'

/** Every night, where a backup folder is set. */
export const nightlyBackupJob = defineJob({
  name: 'nightly-backup',
  input: z.object({}),
  retries: 2,
  cron: '40 1 * * *',
  run: (_input, { runner, isOn }: { runner: BackupRunner; isOn: boolean }, signal) =>
    isOn ? runner.run(signal) : Promise.resolve(),
})

/** On request, in the background of any process; the request has reserved it. */
export const backupJob = defineJob({
  name: 'backup',
  input: z.object({ requested_at: z.iso.datetime().optional() }),
  retries: 0,
  run: (_input, { runner }: { runner: BackupRunner }, signal) => runner.runReserved(signal),
})
